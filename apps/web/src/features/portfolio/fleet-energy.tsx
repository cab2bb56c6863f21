import type { OutputOf } from '@sunfleet/api-client';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { bucketLabel } from '../../lib/time/bucket-label.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { addDays, isoDayAt } from '../../lib/time/zone.ts';
import { useCorrectedWords } from '../../parts/stations/corrected-mark.tsx';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import type { BarDrawing } from '../../ui/chart/drawing.ts';
import { Loaded } from '../../ui/page/page.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { type FleetClock, OWN_ZONE, useAxisOf } from './fleet-clock.tsx';

/** Energy of the last thirty days, by the viewer's days or by those of each station. */
export function FleetEnergy({ clock }: { clock: FleetClock }) {
  const today = isoDayAt(useNow(3_600_000), OWN_ZONE);
  const energy = useCall('portfolioEnergy', {
    query: {
      grain: 'day',
      from: addDays(today, -29),
      to: today,
      ...(clock === 'own' ? { zone: OWN_ZONE } : {}),
    },
  });
  return (
    <Loaded loading={energy} skeleton={<SkeletonBlock lines={6} />}>
      {energy.data ? <Days buckets={energy.data.buckets} today={today} clock={clock} /> : null}
    </Loaded>
  );
}

interface DaysProps {
  buckets: OutputOf<'portfolioEnergy'>['buckets'];
  today: string;
  clock: FleetClock;
}

function Days({ buckets, today, clock }: DaysProps) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const axisOf = useAxisOf();
  const correctedWords = useCorrectedWords();
  const drawing = useMemo(
    (): BarDrawing => ({
      period: t('energy.day'),
      axis: axisOf('days', clock),
      buckets: buckets.map(({ start, pv, stations, correction }) => ({
        start,
        label: bucketLabel(start, format.language) + (correction ? '*' : ''),
        name: correction
          ? [
              format.day(start),
              correctedWords({ measured: stations > 0 ? pv - correction : null, added: correction }),
            ].join(', ')
          : format.day(start),
      })),
      bars: [{ name: t('energy.series'), tone: 'pv', unit: 'kWh', values: buckets.map(({ pv }) => pv) }],
    }),
    [buckets, clock, axisOf, format, t, correctedWords],
  );
  const total = buckets.reduce((sum, { pv }) => sum + pv, 0);
  const added = buckets.reduce((sum, { correction = 0 }) => sum + correction, 0);
  return (
    <BarChart
      title={t('energy.title')}
      summary={t('energy.summary', { total: format.energy(total) })}
      file={`${t('title')}_${addDays(today, -29)}_${today}`}
      drawing={drawing}
      note={added === 0 ? null : <span>{correctedWords({ measured: total - added, added })}</span>}
      height={240}
      empty={buckets.length === 0}
    />
  );
}
