import type { FleetDevice } from '../../fleet/index.ts';
import { idOf } from './flow-sources.ts';
import { partOf } from './station-flows.ts';

const KEYS = [
  'ac.power',
  'dc.power',
  'battery.power',
  'grid.power',
  'load.power',
  'meter.power',
  'battery.soc',
  'irradiance.poa',
  'irradiance.ghi',
  'temp.ambient',
] as const;
type BalanceKey = (typeof KEYS)[number];

/** Points a station's balance is drawn from, in the order of a device's values. */
export const BALANCE_POINTS: readonly number[] = KEYS.map(idOf);

/** Place of a point among a device's values. */
export const balanceSlot = (key: BalanceKey) => KEYS.indexOf(key);

/** Values of one device in the order of `BALANCE_POINTS`, NaN where unknown. */
export type BalanceValues = Float64Array;

export interface Reporting {
  device: Pick<FleetDevice, 'kind' | 'meterRole'>;
  values: BalanceValues;
}

/** Powers of a station, W: grid import +, battery discharge +. NaN where unknown. */
export interface Balance {
  pv: number;
  load: number;
  grid: number;
  battery: number;
  soc: number;
  /** On the plane of the modules, and on the horizontal, W/m2. */
  poa: number;
  ghi: number;
  /** Air temperature, degC. */
  ambient: number;
}

const AC = balanceSlot('ac.power');
const DC = balanceSlot('dc.power');
const BATTERY = balanceSlot('battery.power');
const GRID = balanceSlot('grid.power');
const LOAD = balanceSlot('load.power');
const METER = balanceSlot('meter.power');
const SOC = balanceSlot('battery.soc');
const POA = balanceSlot('irradiance.poa');
const GHI = balanceSlot('irradiance.ghi');
const AMBIENT = balanceSlot('temp.ambient');

/** Adds what is known; NaN when nothing is. */
class Sum {
  total = 0;
  count = 0;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    this.total += value;
    this.count += 1;
  }

  get value(): number {
    return this.count > 0 ? this.total : NaN;
  }

  get mean(): number {
    return this.count > 0 ? this.total / this.count : NaN;
  }
}

const first = (...values: readonly number[]) => values.find((value) => !Number.isNaN(value)) ?? NaN;

/** What a producing device makes of the sun. A hybrid's AC side mixes in the battery, so its DC side counts. */
export function producedPower(device: Pick<FleetDevice, 'kind'>, values: BalanceValues): number {
  const ac = values[AC] ?? NaN;
  const dc = values[DC] ?? NaN;
  return device.kind === 'hybrid' ? first(dc, ac - (values[BATTERY] ?? NaN), ac) : first(ac, dc);
}

/** Power at the place of a device, as lists show it; meters as they measure, import +. */
export function ownPower(device: Pick<FleetDevice, 'kind'>, values: BalanceValues): number {
  if (device.kind === 'meter') return values[METER] ?? NaN;
  if (device.kind === 'battery') return values[BATTERY] ?? NaN;
  return device.kind === 'weather' || device.kind === 'logger' ? NaN : producedPower(device, values);
}

/**
 * Balance of a station from what its devices report at one time. Meters go before what inverters say of themselves;
 * a load that nothing measures is production plus battery plus grid, where production and grid are known.
 */
export function balanceOf(reporting: readonly Reporting[]): Balance {
  const sums = gather(reporting);
  const pv = first(sums.generation.value, sums.produced.value);
  const battery = first(sums.hybridBattery.value, sums.battery.value);
  const grid = first(sums.gridMeter.value, sums.grid.value);
  const derived = pv + grid + (Number.isNaN(battery) ? 0 : battery);
  return {
    pv,
    battery,
    grid,
    load: first(sums.loadMeter.value, sums.load.value, derived),
    soc: first(sums.hybridSoc.mean, sums.soc.mean),
    poa: sums.poa.mean,
    ghi: sums.ghi.mean,
    ambient: sums.ambient.mean,
  };
}

const SUMS = [
  'generation',
  'gridMeter',
  'loadMeter',
  'produced',
  'hybridBattery',
  'hybridSoc',
  'grid',
  'load',
  'battery',
  'soc',
  'poa',
  'ghi',
  'ambient',
] as const;

function gather(reporting: readonly Reporting[]): Record<(typeof SUMS)[number], Sum> {
  const sums = Object.fromEntries(SUMS.map((name) => [name, new Sum()])) as Record<
    (typeof SUMS)[number],
    Sum
  >;
  for (const { device, values } of reporting) {
    const at = (slot: number) => values[slot] ?? NaN;
    switch (partOf(device)) {
      case 'generationMeter':
        sums.generation.add(Math.abs(at(METER)));
        break;
      case 'gridMeter':
        sums.gridMeter.add(at(METER));
        break;
      case 'loadMeter':
        sums.loadMeter.add(Math.abs(at(METER)));
        break;
      case 'producer':
        sums.produced.add(producedPower(device, values));
        sums.hybridBattery.add(at(BATTERY));
        sums.hybridSoc.add(at(SOC));
        sums.grid.add(at(GRID));
        sums.load.add(at(LOAD));
        break;
      case 'battery':
        sums.battery.add(at(BATTERY));
        sums.soc.add(at(SOC));
        break;
      default:
        break;
    }
    sums.poa.add(at(POA));
    sums.ghi.add(at(GHI));
    sums.ambient.add(at(AMBIENT));
  }
  return sums;
}
