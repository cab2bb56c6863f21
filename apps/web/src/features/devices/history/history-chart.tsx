import type { OutputOf } from '@sunfleet/api-client';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import type { DayRange } from '../../../lib/time/range.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import { usePointValue } from '../points/use-point-value.ts';
import { type Curve, tableOf } from './history-curves.ts';
import { historyHeight, historyOption, type HistoryRange } from './history-option.ts';
import styles from './history.module.css';

interface HistoryChartProps {
  history: OutputOf<'deviceHistory'>;
  range: HistoryRange;
  days: DayRange;
}

/** The curves, what one step of them stands for, and the same as a table. */
export function HistoryChart({ history, range, days }: HistoryChartProps) {
  const { t } = useTranslation(['devices', 'common']);
  const format = useFormat();
  const curves = useCurves(history);
  const { from, to, zone } = range;
  const bandName = t('history.band');
  const option = useCallback(
    (look: ChartLook) => historyOption(look, curves, { range: { from, to, zone }, bandName }),
    [curves, from, to, zone, bandName],
  );
  const resolution = t(`history.resolution.${history.resolution}`);
  const summary = t('history.summary', {
    points: curves.map(({ name }) => name).join(', '),
    from: format.day(days.from),
    to: format.day(days.to),
    resolution,
  });
  const timeStyle = history.resolution === 'raw' ? 'full' : 'dateTime';
  const table = () =>
    tableOf(curves, {
      time: t('chart.time', { ns: 'common' }),
      timeOf: (time) => format.dateTime(time, zone, timeStyle),
      min: t('history.min'),
      max: t('history.max'),
    });
  return (
    <Chart
      title={t('history.title')}
      summary={summary}
      option={option}
      table={table}
      extra={<span className={styles.hint}>{resolution}</span>}
      zoom
      height={historyHeight(curves)}
      empty={curves.every(({ values }) => values.every((value) => value === null))}
    />
  );
}

function useCurves({ series }: HistoryChartProps['history']): readonly Curve[] {
  const nameOf = usePointName();
  const valueOf = usePointValue();
  return useMemo(
    () =>
      series.map((each) => ({
        ...each,
        name: nameOf(each.key),
        label: (value) => valueOf(each.key, value, each.unit),
      })),
    [series, nameOf, valueOf],
  );
}
