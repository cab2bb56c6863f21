import type { StationDetail } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { choiceField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useStation } from '../../../parts/stations/use-station.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { TrendChoice } from '../detail/trend-choice.tsx';
import { trendRange } from '../../../lib/time/trend-range.ts';
import { hasBattery } from './has-battery.ts';
import { StorageBars } from './storage-bars.tsx';
import { StorageDay } from './storage-day.tsx';
import { StorageModes } from './storage-modes.tsx';
import { StorageNow } from './storage-now.tsx';
import { StoragePeriod } from './storage-period.tsx';
import { StorageUnits } from './storage-units.tsx';
import { StorageValue } from './storage-value.tsx';
import styles from './storage.module.css';

/** The batteries of a station: how they are now, their day, and what they did and earned in a month or year. */
export function StorageTab() {
  const { t } = useTranslation('storage');
  const station = useStation();
  if (!hasBattery(station)) return <EmptyState title={t('none')} hint={t('noneHint')} />;
  return <Batteries station={station} />;
}

const LENGTHS = ['month', 'year'] as const;
const FIELDS = { stored: choiceField(LENGTHS, 'month'), storedIn: textField() };
/** As often as what the roll-ups sum is new. */
const REFETCH_MS = 150_000;

function Batteries({ station }: { station: StationDetail }) {
  const { t } = useTranslation('storage');
  const [{ stored: length, storedIn }, set] = useUrlState(FIELDS);
  const { id, today } = station;
  const mayPrice = useMay('tariffs.view');
  const range = useMemo(() => trendRange(length, storedIn, today), [length, storedIn, today]);
  const running = today.slice(0, range.period.length);
  const grain = length === 'month' ? 'day' : 'month';
  const storage = useCall(
    'stationStorage',
    { params: { id }, query: { grain, from: range.from, to: range.to } },
    { keepPrevious: true, refetchMs: range.period === running ? REFETCH_MS : false },
  );
  const choice = (
    <TrendChoice
      trend={length}
      trends={LENGTHS}
      range={range}
      running={running}
      title={t('throughput')}
      onTrend={(next) => set({ stored: next === 'year' ? 'year' : 'month', storedIn: '' })}
      onPeriod={(next) => set({ storedIn: next === running ? '' : next })}
    />
  );
  return (
    <Loaded loading={storage} skeleton={<SkeletonBlock lines={12} />}>
      {storage.data ? (
        <div className={styles.page}>
          <StorageNow station={station} storage={storage.data} />
          <Card>
            <StorageDay station={station} />
          </Card>
          <Card>
            <StorageBars station={station} storage={storage.data} range={range} extra={choice} />
            <div className={styles.made}>
              <StoragePeriod storage={storage.data} />
            </div>
          </Card>
          <div className={styles.halves}>
            <StorageModes storage={storage.data} period={range.period} />
            {mayPrice ? <StorageValue stationId={id} range={range} /> : null}
          </div>
          {storage.data.units.length > 0 ? <StorageUnits storage={storage.data} /> : null}
        </div>
      ) : null}
    </Loaded>
  );
}
