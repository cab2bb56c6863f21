import type { OutputOf } from '@sunfleet/api-client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartLook } from '../../ui/chart/chart-look.ts';
import { areaSeries, valueAxis } from '../../ui/chart/series.ts';
import { timeAxis } from '../../ui/chart/time-axis.ts';
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
      {power.data ? <Curve power={power.data} /> : null}
    </Loaded>
  );
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Curve({ power }: { power: OutputOf<'portfolioPower'> }) {
  const { t } = useTranslation(['portfolio', 'common']);
  const format = useFormat();
  const { times, power: watts, reporting } = power;
  const option = useCallback(
    (look: ChartLook) => ({
      xAxis: timeAxis(look, { from: times[0] ?? 0, to: times.at(-1) ?? 0, zone }),
      yAxis: valueAxis(look, { label: look.format.power }),
      series: [areaSeries({ name: t('power.series'), color: look.energy.pv, times, values: watts })],
    }),
    [times, watts, t],
  );
  const known = watts.filter((value) => value !== null);
  return (
    <Chart
      title={t('power.title')}
      summary={t('power.summary', { power: format.power(known.length > 0 ? Math.max(...known) : null) })}
      option={option}
      height={280}
      zoom
      empty={known.length === 0}
      table={() => ({
        columns: [t('chart.time', { ns: 'common' }), `${t('power.series')} (W)`, t('power.reporting')],
        rows: times.map((time, index) => [
          format.dateTime(time),
          watts[index] ?? null,
          reporting[index] ?? null,
        ]),
      })}
    />
  );
}
