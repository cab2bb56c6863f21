import type { DeviceDetail, Flow } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { bucketLabel } from '../../../lib/time/bucket-label.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import { choiceField, useUrlState } from '../../../lib/url-state.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import type { BarDrawing, Bars } from '../../../ui/chart/drawing.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded, Permitted } from '../../../ui/page/page.tsx';
import { SkeletonArea } from '../../../ui/page/skeleton.tsx';
import { energyRange, GRAINS_SHOWN } from './energy-range.ts';

const FIELDS = { grain: choiceField(GRAINS_SHOWN, 'day') };
/** What came in above the axis, what left below. */
const ORDER: readonly Flow[] = ['pv', 'discharge', 'import', 'load', 'charge', 'export'];
const BELOW: ReadonlySet<Flow> = new Set<Flow>(['export', 'charge']);

/** Energies of a device by days, months or years of its station. */
export function EnergyTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="telemetry.view">
      <DeviceEnergy device={device} />
    </Permitted>
  );
}

function DeviceEnergy({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const [{ grain }, set] = useUrlState(FIELDS);
  const today = isoDayAt(useNow(60_000), device.station?.timeZone ?? 'UTC');
  const range = useMemo(() => energyRange(grain, today), [grain, today]);
  const { from, to } = range;
  const energy = useCall(
    'deviceEnergy',
    { params: { id: device.id }, query: { grain, from, to } },
    { keepPrevious: true, refetchMs: 300_000 },
  );
  const buckets = energy.data?.buckets;
  const drawing = useMemo((): BarDrawing => {
    const known = new Map((buckets ?? []).map(({ start, energies }) => [start, energies]));
    const starts = range.starts ?? [...known.keys()];
    const flows = ORDER.filter((flow) =>
      [...known.values()].some((energies) => energies[flow] !== undefined),
    );
    return {
      period: t('energy.period'),
      buckets: starts.map((start) => ({
        start,
        label: bucketLabel(start, format.language),
        name: format.day(start),
      })),
      bars: flows.map((flow): Bars => ({
        name: t(`energy.flow.${flow}`),
        tone: flow,
        unit: 'kWh',
        stack: flow === 'load' ? 'load' : 'supply',
        below: BELOW.has(flow),
        values: starts.map((start) => known.get(start)?.[flow] ?? null),
      })),
    };
  }, [buckets, range, t, format]);
  const choice = (
    <Segmented
      aria-label={t('energy.grainLabel')}
      value={grain}
      options={GRAINS_SHOWN.map((value) => ({ value, label: t(`energy.grain.${value}`) }))}
      onChange={(next) => set({ grain: next })}
    />
  );
  return (
    <Card>
      <Loaded loading={energy} skeleton={<SkeletonArea height={260} />}>
        <BarChart
          title={t('tab.energy')}
          summary={
            drawing.bars.length === 0
              ? t('energy.none')
              : `${drawing.bars.map(({ name }) => name).join(', ')}: ${format.days(from, to)}`
          }
          file={`${device.name ?? device.sn}_${grain}`}
          drawing={drawing}
          extra={choice}
          empty={drawing.bars.length === 0}
        />
      </Loaded>
    </Card>
  );
}
