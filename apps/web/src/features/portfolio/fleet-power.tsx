import type { OutputOf } from '@sunfleet/api-client';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { isoDayAt } from '../../lib/time/zone.ts';
import type { Curve, TimeDrawing } from '../../ui/chart/drawing.ts';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { type FleetClock, OWN_ZONE, useAxisOf } from './fleet-clock.tsx';

/** Power of all stations over the last day, by the viewer's clock or by those of the stations. */
export function FleetPower({ clock }: { clock: FleetClock }) {
  const power = useCall(
    'portfolioPower',
    { query: { hours: 24, clock } },
    { refetchMs: 60_000, keepPrevious: true },
  );
  return (
    <Loaded loading={power} skeleton={<SkeletonBlock lines={8} />}>
      {power.data ? <Powers power={power.data} clock={clockOf(power.data)} /> : null}
    </Loaded>
  );
}

/** What was drawn before stays until the other is there, so it tells itself whose clock it is by: times of day begin with midnight. */
const clockOf = ({ times }: OutputOf<'portfolioPower'>): FleetClock => (times[0] === 0 ? 'station' : 'own');

const DAY_MS = 86_400_000;

function Powers({ power, clock }: { power: OutputOf<'portfolioPower'>; clock: FleetClock }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const axisOf = useAxisOf();
  const { times, power: watts, reporting } = power;
  const drawing = useMemo((): TimeDrawing => {
    const all: Curve = { name: t('power.series'), tone: 'pv', unit: 'W', draw: 'area', times, values: watts };
    const known: Curve = {
      name: t('power.reporting'),
      tone: 'series-6',
      unit: '',
      draw: 'step',
      times,
      // The newest buckets are not summed yet.
      values: reporting.map((stations, place) => (watts[place] === null ? null : stations)),
    };
    return {
      panels: [
        { curves: [all], height: 212 },
        { curves: [known], height: 40, whole: true },
      ],
      axis: axisOf('time', clock),
      ...(clock === 'station'
        ? { from: 0, to: DAY_MS, zone: 'UTC', dayless: true }
        : { from: times[0] ?? 0, to: times.at(-1) ?? 0, zone: OWN_ZONE }),
    };
  }, [times, watts, reporting, clock, axisOf, t]);
  const known = watts.filter((value) => value !== null);
  return (
    <TimeChart
      title={t('power.title')}
      summary={t('power.summary', { power: format.power(known.length > 0 ? Math.max(...known) : null) })}
      file={`${t('title')}_${clock === 'own' ? isoDayAt(times.at(-1) ?? 0, OWN_ZONE) : t('clock.station')}`}
      drawing={drawing}
      empty={known.length === 0}
    />
  );
}
