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

/** Power of all stations over the last day. They lie in many zones, so the axis is the viewer's own. */
export function FleetPower() {
  const power = useCall(
    'portfolioPower',
    { query: { hours: 24 } },
    { refetchMs: 60_000, keepPrevious: true },
  );
  return (
    <Loaded loading={power} skeleton={<SkeletonBlock lines={8} />}>
      {power.data ? <Powers power={power.data} /> : null}
    </Loaded>
  );
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Powers({ power }: { power: OutputOf<'portfolioPower'> }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
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
      from: times[0] ?? 0,
      to: times.at(-1) ?? 0,
      zone,
    };
  }, [times, watts, reporting, t]);
  const known = watts.filter((value) => value !== null);
  return (
    <TimeChart
      title={t('power.title')}
      summary={t('power.summary', { power: format.power(known.length > 0 ? Math.max(...known) : null) })}
      file={`${t('title')}_${isoDayAt(times.at(-1) ?? 0, zone)}`}
      drawing={drawing}
      empty={known.length === 0}
    />
  );
}
