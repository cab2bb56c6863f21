import type { StationAvailability, StationDetail } from '@sunfleet/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { percentOf } from '../../../lib/percent-of.ts';
import { choiceField, textField, useUrlState } from '../../../lib/url-state.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { availabilityDrawing } from './availability-drawing.ts';
import styles from './detail.module.css';
import { TrendChoice } from './trend-choice.tsx';
import { trendRange, type TrendRange } from '../../../lib/time/trend-range.ts';

const LENGTHS = ['month', 'year'] as const;
const FIELDS = { availability: choiceField(LENGTHS, 'month'), availableIn: textField() };

/** Availability of the days of a month or the months of a year, with what the words mean. */
export function AvailabilityBars({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const [{ availability: length, availableIn }, set] = useUrlState(FIELDS);
  const { id, today } = station;
  const range = useMemo(() => trendRange(length, availableIn, today), [length, availableIn, today]);
  const running = today.slice(0, range.period.length);
  const grain = length === 'month' ? 'day' : 'month';
  const availability = useCall(
    'stationAvailability',
    { params: { id }, query: { grain, from: range.from, to: range.to } },
    { keepPrevious: true },
  );
  const choice = (
    <TrendChoice
      trend={length}
      trends={LENGTHS}
      range={range}
      running={running}
      title={t('availability.title')}
      onTrend={(next) => set({ availability: next === 'year' ? 'year' : 'month', availableIn: '' })}
      onPeriod={(next) => set({ availableIn: next === running ? '' : next })}
    />
  );
  return (
    <Loaded loading={availability} skeleton={<SkeletonBlock lines={6} />}>
      {availability.data ? (
        <Buckets station={station} range={range} availability={availability.data} extra={choice} />
      ) : null}
    </Loaded>
  );
}

interface BucketsProps {
  station: StationDetail;
  range: TrendRange;
  availability: StationAvailability;
  extra: ReactNode;
}

function Buckets({ station, range, availability, extra }: BucketsProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { period, starts = [] } = range;
  const drawing = useMemo(
    () =>
      availabilityDrawing(
        { buckets: availability.buckets, starts },
        {
          period: t('trend.period'),
          communication: t('availability.communication'),
          technical: t('availability.technical'),
          nameOf: format.day,
          language: format.language,
        },
      ),
    [availability.buckets, starts, format, t],
  );
  const told = (['communication', 'technical'] as const).map((kind) => ({
    name: t(`availability.${kind}`),
    means: t(`availability.${kind}Means`),
    share: format.value(percentOf(availability[kind], 1), '%'),
  }));
  return (
    <>
      <BarChart
        title={t('availability.title')}
        summary={[format.day(period), ...told.map(({ name, share }) => `${name} ${share}`)].join('; ')}
        file={`${station.name}_${t('availability.title')}_${period}`}
        drawing={drawing}
        height={200}
        extra={extra}
        note={told.map(({ name, share }) => (
          <span key={name}>
            {name} {share}
          </span>
        ))}
        empty={drawing.bars.length === 0}
      />
      <dl className={styles.meanings}>
        {told.map(({ name, means }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
