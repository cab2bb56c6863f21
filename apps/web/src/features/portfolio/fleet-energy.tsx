import type { OutputOf } from '@sunfleet/api-client';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { bucketLabel } from '../../lib/time/bucket-label.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { addDays, isoDayAt } from '../../lib/time/zone.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import type { BarDrawing } from '../../ui/chart/drawing.ts';
import { Loaded } from '../../ui/page/page.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Energy of the last thirty days; each station counts by its own days. */
export function FleetEnergy() {
  const today = isoDayAt(useNow(3_600_000), zone);
  const energy = useCall(
    'portfolioEnergy',
    { query: { grain: 'day', from: addDays(today, -29), to: today } },
    { keepPrevious: true },
  );
  return (
    <Loaded loading={energy} skeleton={<SkeletonBlock lines={6} />}>
      {energy.data ? <Days buckets={energy.data.buckets} today={today} /> : null}
    </Loaded>
  );
}

function Days({ buckets, today }: { buckets: OutputOf<'portfolioEnergy'>['buckets']; today: string }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const drawing = useMemo(
    (): BarDrawing => ({
      period: t('energy.day'),
      buckets: buckets.map(({ start }) => ({
        start,
        label: bucketLabel(start, format.language),
        name: format.day(start),
      })),
      bars: [{ name: t('energy.series'), tone: 'pv', unit: 'kWh', values: buckets.map(({ pv }) => pv) }],
    }),
    [buckets, format, t],
  );
  const total = buckets.reduce((sum, { pv }) => sum + pv, 0);
  return (
    <BarChart
      title={t('energy.title')}
      summary={t('energy.summary', { total: format.energy(total) })}
      file={`${t('title')}_${addDays(today, -29)}_${today}`}
      drawing={drawing}
      height={240}
      empty={buckets.length === 0}
    />
  );
}
