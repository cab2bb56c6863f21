import type { OutputOf } from '@sunfleet/api-client';
import type { HistoryResolution } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import type { DayRange } from '../../../lib/time/range.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { TimeChart } from '../../../ui/chart/time-chart.tsx';
import type { Stretch } from '../../../ui/chart/zoom-steps.ts';
import { usePointValue } from '../points/use-point-value.ts';
import { historyDrawing, type HistoryRange, type NamedSeries } from './history-drawing.ts';
import styles from './history.module.css';
import { sampleSteps } from './sample-step.ts';

interface HistoryChartProps {
  /** Of whom the history is; names the files. */
  name: string;
  history: OutputOf<'deviceHistory'>;
  /** Of the stretch that is seen. */
  resolution: HistoryResolution;
  /** Finer values of the stretch could not be read. */
  failed: boolean;
  range: HistoryRange;
  days: DayRange;
  seen: Stretch | undefined;
  onSeen: (seen: Stretch | undefined) => void;
}

/** The curves, what one step of them stands for, and the same as a table. */
export function HistoryChart({ name, history, range, days, seen, onSeen, ...read }: HistoryChartProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const series = useSeries(history);
  const { from, to, zone } = range;
  const drawing = useMemo(() => historyDrawing(series, { from, to, zone }), [series, from, to, zone]);
  const resolution = useResolutionText(history, read.resolution, seen ?? range);
  const summary = t('history.summary', {
    points: series.map((each) => each.name).join(', '),
    from: format.day(days.from),
    to: format.day(days.to),
    resolution,
  });
  return (
    <TimeChart
      title={t('history.title')}
      summary={summary}
      file={[name, ...new Set([days.from, days.to])].join('_')}
      drawing={drawing}
      seen={seen}
      onSeen={onSeen}
      extra={
        <span className={styles.hint} role="status">
          {read.failed ? `${t('history.finerFailed')} ` : ''}
          {resolution}
        </span>
      }
      empty={series.every(({ values }) => values.every((value) => value === null))}
    />
  );
}

/** `5-minute means`, `every sample (1 sec)`: what a value of the stretch that is seen stands for. */
function useResolutionText(
  { series }: HistoryChartProps['history'],
  resolution: HistoryResolution,
  { from, to }: Stretch,
): string {
  const { t } = useTranslation('devices');
  const { duration } = useFormat();
  const steps = useMemo(
    () => (resolution === 'raw' ? sampleSteps(series, { from, to }) : undefined),
    [series, resolution, from, to],
  );
  const text = t(`history.resolution.${resolution}`);
  if (!steps) return text;
  const { least, most } = steps;
  return `${text} (${least === most ? duration(least) : `${duration(least)} – ${duration(most)}`})`;
}

/** The series with their names, in the units of the account, states in words. */
function useSeries({ series }: HistoryChartProps['history']): readonly NamedSeries[] {
  const nameOf = usePointName();
  const textOf = usePointValue();
  const { inUnit } = useFormat();
  return useMemo(
    () =>
      series.map((each) => {
        const inWords = each.key === 'state' || each.kind === 'bits';
        const read = (values: readonly (number | null)[]) =>
          values.map((value) => inUnit(value, each.unit).value ?? null);
        return {
          ...each,
          name: nameOf(each.key, each.name),
          unit: inUnit(null, each.unit).unit,
          values: read(each.values),
          ...(each.min && each.max ? { min: read(each.min), max: read(each.max) } : {}),
          ...(inWords ? { text: (value: number) => textOf(each, value) } : {}),
        };
      }),
    [series, nameOf, textOf, inUnit],
  );
}
