import type { OutputOf } from '@sunfleet/api-client';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { bucketLabel } from '../../lib/time/bucket-label.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { addDays, isoDayAt } from '../../lib/time/zone.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartLook } from '../../ui/chart/chart-look.ts';
import { barSeries, categoryAxis, valueAxis } from '../../ui/chart/series.ts';
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
      {energy.data ? <Bars buckets={energy.data.buckets} /> : null}
    </Loaded>
  );
}

function Bars({ buckets }: { buckets: OutputOf<'portfolioEnergy'>['buckets'] }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const option = useCallback(
    (look: ChartLook) => ({
      xAxis: categoryAxis(
        look,
        buckets.map(({ start }) => bucketLabel(start, look.format.language)),
      ),
      yAxis: valueAxis(look, { label: look.format.energy }),
      series: [
        barSeries({ name: t('energy.series'), color: look.energy.pv, values: buckets.map(({ pv }) => pv) }),
      ],
    }),
    [buckets, t],
  );
  return (
    <Chart
      title={t('energy.title')}
      summary={t('energy.summary', { total: format.energy(buckets.reduce((sum, { pv }) => sum + pv, 0)) })}
      option={option}
      height={240}
      empty={buckets.length === 0}
      table={() => ({
        columns: [t('energy.day'), `${t('energy.series')} (kWh)`, t('power.reporting')],
        rows: buckets.map(({ start, pv, stations }) => [start, pv, stations]),
      })}
    />
  );
}
