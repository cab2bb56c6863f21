import type { DeviceKind, EnergySource, Flow } from '@sunfleet/contract';
import { pointByKey } from '@sunfleet/device-model';
import type { FleetDevice } from '../../fleet/index.ts';
import type { FlowPower } from './flow-power.ts';

/** Points an energy of a device can be computed from, best first (priority: spec of energy sources). */
export interface FlowSource {
  flow: Flow;
  /** Point ids of counters that only grow; several: the one that moved more counts. */
  counters: readonly number[];
  counterSource: EnergySource;
  /** Counter that starts at zero each day. */
  daily: number | null;
  power: FlowPower | null;
  /** Whether the device's rating bounds what a step may hold. */
  rated: boolean;
}

export function idOf(key: string): number {
  const point = pointByKey(key);
  if (!point) throw new Error(`the catalogue has no point ${key}`);
  return point.id;
}

interface OwnPower {
  key: string;
  sign: 1 | -1;
  instead?: { key: string; less: string };
}

function own(flow: Flow, name: string, { key, sign, instead }: OwnPower): FlowSource {
  return {
    flow,
    counters: [idOf(`${name}.total`)],
    counterSource: 'lifetime',
    daily: idOf(`${name}.day`),
    power: {
      point: idOf(key),
      sign,
      ...(instead ? { instead: { point: idOf(instead.key), less: idOf(instead.less) } } : {}),
    },
    rated: flow === 'pv',
  };
}

function metered(flow: Flow, counters: readonly string[], sign: 1 | -1 | 'both'): FlowSource {
  return {
    flow,
    counters: counters.map(idOf),
    counterSource: 'meter',
    daily: null,
    power: { point: idOf('meter.power'), sign },
    rated: false,
  };
}

const battery = [
  own('charge', 'energy.charge', { key: 'battery.power', sign: -1 }),
  own('discharge', 'energy.discharge', { key: 'battery.power', sign: 1 }),
];
const site = [
  own('import', 'energy.import', { key: 'grid.power', sign: 1 }),
  own('export', 'energy.export', { key: 'grid.power', sign: -1 }),
  own('load', 'energy.load', { key: 'load.power', sign: 1 }),
];
/**
 * What an inverter's AC side gives is production; a hybrid's AC side mixes in the battery, so its DC side counts. Where it does not report
 * that, its AC side less the battery does.
 */
const inverter = [own('pv', 'energy', { key: 'ac.power', sign: 1 }), ...battery, ...site];
const hybrid = [
  own('pv', 'energy', { key: 'dc.power', sign: 1, instead: { key: 'ac.power', less: 'battery.power' } }),
  ...battery,
  ...site,
];

const SOURCES: Readonly<Record<Exclude<DeviceKind, 'meter'>, readonly FlowSource[]>> = {
  inverter,
  micro: inverter,
  hybrid,
  battery,
  weather: [],
  logger: [],
};

const GRID = [metered('import', ['meter.energy.import'], 1), metered('export', ['meter.energy.export'], -1)];
/** A generation meter or load meter may be wired either way round, so the direction that moves is the one that counts. */
const METER_SOURCES = {
  grid: GRID,
  generation: [metered('pv', ['meter.energy.import', 'meter.energy.export'], 'both')],
  load: [metered('load', ['meter.energy.import', 'meter.energy.export'], 'both')],
} as const;

/** Energies a device can have, each with the points it is computed from. */
export function flowSourcesOf(device: Pick<FleetDevice, 'kind' | 'meterRole'>): readonly FlowSource[] {
  return device.kind === 'meter' ? METER_SOURCES[device.meterRole ?? 'grid'] : SOURCES[device.kind];
}
