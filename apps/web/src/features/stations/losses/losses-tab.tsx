import type { StationDetail } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { addDays } from '../../../lib/time/zone.ts';
import { choiceField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useStation } from '../../../parts/stations/use-station.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { PeriodStepper } from '../../../ui/range/period-stepper.tsx';
import { DayStepper } from '../detail/day-stepper.tsx';
import { shiftPeriod, trendRange } from '../detail/trend-range.ts';
import { LossesOf } from './losses-of.tsx';
import styles from './losses.module.css';

const LENGTHS = ['day', 'month', 'year'] as const;
const UNITS = ['energy', 'money'] as const;
const FIELDS = {
  losses: choiceField(LENGTHS, 'month'),
  lossesIn: textField(),
  lossesAs: choiceField(UNITS, 'energy'),
};

/** What became of the light on a station in a day, month or year that is over, or as far as it is. */
export function LossesTab() {
  const station = useStation();
  const { t } = useTranslation('losses');
  const [{ losses: length, lossesIn, lossesAs }, set] = useUrlState(FIELDS);
  const span = spanOf(station, length, lossesIn);
  const losses = useCall(
    'stationLosses',
    { params: { id: station.id }, query: { from: span.from, to: span.to } },
    { keepPrevious: true },
  );
  const choice = (
    <>
      <Period span={span} station={station} onChange={(next) => set({ lossesIn: next })} />
      <Segmented
        size="small"
        aria-label={t('choice')}
        value={length}
        options={LENGTHS.map((value) => ({ value, label: t(`length.${value}`) }))}
        onChange={(next) => set({ losses: next, lossesIn: '' })}
      />
    </>
  );
  return (
    <Card title={t('title')} extra={<span className={styles.choice}>{choice}</span>}>
      <Loaded loading={losses} skeleton={<SkeletonBlock lines={14} />}>
        {losses.data ? (
          <LossesOf
            station={station}
            losses={losses.data}
            period={span.period}
            unit={lossesAs}
            onUnit={(next) => set({ lossesAs: next })}
          />
        ) : null}
      </Loaded>
    </Card>
  );
}

interface Span {
  /** `2026-11-21`, `2026-11` or `2026`. */
  period: string;
  from: string;
  to: string;
  /** The last one of which something may be over. */
  last: string;
}

/** Nothing of the running day is judged: it begins with yesterday. */
function spanOf({ today }: Pick<StationDetail, 'today'>, length: (typeof LENGTHS)[number], at: string): Span {
  const yesterday = addDays(today, -1);
  if (length === 'day') {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(at) && at < yesterday ? at : yesterday;
    return { period: day, from: day, to: day, last: yesterday };
  }
  const { period, from, to } = trendRange(length, at, yesterday);
  return { period, from, to, last: yesterday.slice(0, period.length) };
}

interface PeriodProps {
  span: Span;
  station: StationDetail;
  onChange: (period: string) => void;
}

function Period({ span: { period, last }, station, onChange }: PeriodProps) {
  const format = useFormat();
  const go = (next: string) => onChange(next >= last ? '' : next);
  return period.length === 10 ? (
    <DayStepper day={period} today={last} zone={station.timeZone} onChange={go} />
  ) : (
    <PeriodStepper
      name={format.day(period)}
      last={period >= last}
      onStep={(steps) => go(shiftPeriod(period, steps))}
    />
  );
}
