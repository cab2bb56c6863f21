import type { EnergyBucket, Flow, StationDetail } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import { choiceField, useUrlState } from '../../../lib/url-state.ts';
import { Chart } from '../../../ui/chart/chart.tsx';
import type { ChartLook } from '../../../ui/chart/chart-look.ts';
import { barSeries, categoryAxis, valueAxis } from '../../../ui/chart/series.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { TRENDS, trendRange } from './trend-range.ts';

const FIELDS = { trend: choiceField(TRENDS, 'month') };

/** Drawn below zero: energy that leaves for the grid or goes into the battery. */
const DOWN: ReadonlySet<Flow> = new Set<Flow>(['export', 'charge']);
const ORDER: readonly Flow[] = ['pv', 'import', 'discharge', 'load', 'export', 'charge'];

/** Energies of the days of a month, the months of a year, or all years. */
export function EnergyBars({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const [{ trend }, set] = useUrlState(FIELDS);
  const { grain, from, to } = trendRange(trend, station.today);
  const energy = useCall(
    'stationEnergy',
    { params: { id: station.id }, query: { grain, from, to } },
    { keepPrevious: true },
  );
  const choice = (
    <Segmented
      size="small"
      aria-label={t('trend.title')}
      value={trend}
      options={TRENDS.map((value) => ({ value, label: t(`trend.${value}`) }))}
      onChange={(value) => set({ trend: value })}
    />
  );
  return (
    <Loaded loading={energy} skeleton={<SkeletonBlock lines={6} />}>
      {energy.data ? <Bars buckets={energy.data.buckets} extra={choice} /> : null}
    </Loaded>
  );
}

function Bars({ buckets, extra }: { buckets: readonly EnergyBucket[]; extra: React.ReactNode }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const flows = useMemo(
    () => ORDER.filter((flow) => buckets.some(({ energies }) => energies[flow] !== undefined)),
    [buckets],
  );
  const option = useCallback(
    (look: ChartLook) => ({
      xAxis: categoryAxis(
        look,
        buckets.map(({ start }) => bucketLabel(start, look.format.language)),
      ),
      yAxis: valueAxis(look, { label: look.format.energy }),
      series: flows.map((flow) =>
        barSeries({
          name: t(`energy.${flow}`),
          color: look.energy[colorOf(flow)],
          stack: flow === 'load' ? 'load' : 'supply',
          values: buckets.map(({ energies }) =>
            energies[flow] === undefined ? null : DOWN.has(flow) ? -energies[flow] : energies[flow],
          ),
        }),
      ),
    }),
    [buckets, flows, t],
  );
  const produced = buckets.flatMap(({ energies }) => energies.pv ?? []);
  const total = produced.length === 0 ? null : produced.reduce((sum, energy) => sum + energy, 0);
  return (
    <Chart
      title={t('trend.title')}
      summary={t('trend.summary', { total: format.energy(total), count: produced.length })}
      option={option}
      extra={extra}
      height={260}
      empty={flows.length === 0}
      table={() => ({
        columns: [t('trend.period'), ...flows.map((flow) => `${t(`energy.${flow}`)} (kWh)`)],
        rows: buckets.map(({ start, energies }) => [start, ...flows.map((flow) => energies[flow] ?? null)]),
      })}
    />
  );
}

function colorOf(flow: Flow): 'pv' | 'load' | 'grid' | 'battery' {
  if (flow === 'import' || flow === 'export') return 'grid';
  return flow === 'charge' || flow === 'discharge' ? 'battery' : flow;
}
