import type { StationDetail, StationPerformance } from '@sunfleet/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { percentOf } from '../../../lib/percent-of.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choiceField, textField, useUrlState } from '../../../lib/url-state.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';
import { performanceDrawing } from './performance-drawing.ts';
import { PerformanceFigures } from './performance-figures.tsx';
import { TrendChoice } from './trend-choice.tsx';
import { trendRange, type TrendRange } from './trend-range.ts';

const LENGTHS = ['month', 'year'] as const;
const FIELDS = { performance: choiceField(LENGTHS, 'month'), performedIn: textField() };

/** What a station made of its nameplate power and of the sun, with what the figures are made of. Nothing where nothing is known of any time. */
export function PerformanceCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const [{ performance: length, performedIn }, set] = useUrlState(FIELDS);
  const { id, today } = station;
  const range = useMemo(() => trendRange(length, performedIn, today), [length, performedIn, today]);
  const running = today.slice(0, range.period.length);
  const grain = length === 'month' ? 'day' : 'month';
  const { data } = useCall(
    'stationPerformance',
    { params: { id }, query: { grain, from: range.from, to: range.to } },
    { keepPrevious: true },
  );
  if (!data) return null;
  const isChosen = performedIn !== '' || length !== 'month';
  if (data.energyDays === 0 && data.irradiationDays === 0 && !isChosen) return null;
  const choice = (
    <TrendChoice
      trend={length}
      trends={LENGTHS}
      range={range}
      running={running}
      title={t('performance.title')}
      onTrend={(next) => set({ performance: next === 'year' ? 'year' : 'month', performedIn: '' })}
      onPeriod={(next) => set({ performedIn: next === running ? '' : next })}
    />
  );
  return (
    <div className={styles.wide}>
      <Card>
        <Ratios station={station} range={range} performance={data} extra={choice} />
        <PerformanceFigures performance={data} />
      </Card>
    </div>
  );
}

interface RatiosProps {
  station: StationDetail;
  range: TrendRange;
  performance: StationPerformance;
  extra: ReactNode;
}

function Ratios({ station, range, performance, extra }: RatiosProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { period, starts = [] } = range;
  const drawing = useMemo(
    () =>
      performanceDrawing(
        { buckets: performance.buckets, starts },
        {
          period: t('trend.period'),
          names: {
            ratio: t('performance.ratio'),
            index: t('performance.index'),
            finalYield: t('performance.finalYield'),
            referenceYield: t('performance.referenceYield'),
            capacityFactor: t('performance.capacityFactor'),
            energy: t('performance.energy'),
            expected: t('performance.expected'),
            irradiation: t('performance.irradiation'),
            energyDays: t('performance.energyDays'),
            irradiationDays: t('performance.irradiationDays'),
            judgedDays: t('performance.judgedDays'),
            comparedDays: t('performance.comparedDays'),
          },
          nameOf: format.day,
          language: format.language,
        },
      ),
    [performance.buckets, starts, format, t],
  );
  const ratio = `${t('performance.ratio')} ${format.percent(percentOf(performance.performanceRatio, 1), 1)}`;
  return (
    <BarChart
      title={t('performance.title')}
      summary={[format.day(period), ratio].join('; ')}
      file={`${station.name}_${t('performance.title')}_${period}`}
      drawing={drawing}
      height={200}
      extra={extra}
      empty={drawing.bars.length === 0}
    />
  );
}
