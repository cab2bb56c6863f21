import type { EnergyBucket, StationDetail, StationNote } from '@sunfleet/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choiceField, flagField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useCorrectedWords } from '../../../parts/stations/corrected-mark.tsx';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { energyDrawing } from './energy-drawing.ts';
import { energySums, measuredPv } from './energy-sums.ts';
import { NotesBelow } from './notes-below.tsx';
import { periodName } from './period-name.ts';
import { TrendChoice } from './trend-choice.tsx';
import {
  runningPeriod,
  TRENDS,
  trendRange,
  type TrendRange,
  yearBefore,
} from '../../../lib/time/trend-range.ts';
import { useSumTexts } from './use-sum-texts.ts';

const FIELDS = { trend: choiceField(TRENDS, 'month'), period: textField(), compare: flagField() };

/** Energies of the days of a week or month, the months of a year, or all years; beside those of the year before where wanted. */
export function EnergyBars({ station }: { station: StationDetail }) {
  const [{ trend, period, compare }, set] = useUrlState(FIELDS);
  const { t } = useTranslation('stations');
  const { id, today } = station;
  const range = useMemo(() => trendRange(trend, period, today), [trend, period, today]);
  const running = runningPeriod(trend, today);
  const energy = useEnergy(id, range);
  const compares = compare && range.period !== '';
  const past = useMemo(() => (compares ? yearBefore(range) : undefined), [compares, range]);
  const before = useEnergy(id, past);
  const notes = useNotes(id, range);
  const choice = (
    <TrendChoice
      trend={trend}
      range={range}
      running={running}
      title={t('trend.title')}
      onTrend={(next) => set({ trend: next, period: '' })}
      onPeriod={(next) => set({ period: next === running ? '' : next })}
      comparison={{ chosen: compare, onChange: (next) => set({ compare: next }) }}
    />
  );
  return (
    <Loaded loading={energy} skeleton={<SkeletonBlock lines={6} />}>
      {energy.data ? (
        <Buckets
          station={station}
          range={range}
          buckets={energy.data.buckets}
          before={past && { buckets: before.data?.buckets ?? [], starts: past.starts ?? [] }}
          notes={notes}
          extra={choice}
        />
      ) : null}
      <NotesBelow stationId={id} notes={notes} />
    </Loaded>
  );
}

const useEnergy = (id: number, range: TrendRange | undefined) =>
  useCall(
    'stationEnergy',
    { params: { id }, query: { grain: range?.grain ?? 'day', from: range?.from ?? '', to: range?.to ?? '' } },
    { keepPrevious: true, enabled: range !== undefined },
  );

const NONE: readonly StationNote[] = [];

/** What people noted of the days that are shown. A calendar tells no more than a year at once. */
function useNotes(id: number, { period, from, to }: TrendRange): readonly StationNote[] {
  const enabled = period !== '';
  const calendar = useCall(
    'stationCalendar',
    { params: { id }, query: { from, to, events: 'false' } },
    { enabled },
  );
  return (enabled && calendar.data?.notes) || NONE;
}

interface BucketsProps {
  station: StationDetail;
  range: TrendRange;
  buckets: readonly EnergyBucket[];
  before: { buckets: readonly EnergyBucket[]; starts: readonly string[] } | undefined;
  notes: readonly StationNote[];
  extra: ReactNode;
}

function Buckets({ station, range, buckets, before, notes, extra }: BucketsProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { period, grain } = range;
  const starts = useMemo(() => range.starts ?? buckets.map(({ start }) => start), [range.starts, buckets]);
  const correctedWords = useCorrectedWords();
  const drawing = useMemo(
    () =>
      energyDrawing(
        { buckets, starts, before, notes: { name: t('trend.notes'), all: notes } },
        {
          period: t('trend.period'),
          flow: (flow) => t(`energy.${flow}`),
          corrected: (bucket) =>
            correctedWords({ measured: measuredPv(bucket), added: bucket.correction ?? 0 }),
          before: t('trend.before'),
          nameOf: format.day,
          language: format.language,
        },
      ),
    [buckets, starts, before, notes, format, t, correctedWords],
  );
  const running = station.today.slice(0, grain === 'day' ? 10 : grain === 'month' ? 7 : 4);
  const texts = useSumTexts(energySums(buckets, running), {
    grain,
    first: buckets[0]?.start,
    before: before?.buckets,
  });
  return (
    <BarChart
      title={t('trend.title')}
      summary={[periodName(range, format) || t('trend.total'), ...texts].join('; ')}
      file={`${station.name}_${period || t('trend.total')}`}
      drawing={drawing}
      extra={extra}
      note={texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
      empty={drawing.bars.length === 0}
    />
  );
}
