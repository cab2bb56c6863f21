import { addDays, dayRange, localDayOf, type CountedBy } from '@sunfleet/analysis';
import { LIMITS, type Flow } from '@sunfleet/contract';
import { createBreath } from '../../../platform/breath.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Fleet, FleetDevice, FleetStation, SunlightOf } from '../../fleet/index.ts';
import { deviceFlowEnergy } from '../roll-up/device-energy.ts';
import { ceilBucket, floorBucket, type Cells } from '../roll-up/energy-cells.ts';
import { readCells } from '../roll-up/energy-store.ts';
import { dayStarts } from '../roll-up/energy-tree.ts';
import { LIKELY_AT_LEAST_W, mostPowerOf } from '../roll-up/likely-power.ts';
import { flowSourcesOf, type FlowSource } from '../roll-up/flow-sources.ts';
import { readFewSeries, readSeries } from '../roll-up/sample-series.ts';
import type { SeriesByPoint } from '../roll-up/device-energy.ts';
import { partOf, type Part } from '../roll-up/station-flows.ts';

interface Parts {
  samples: SamplesDb;
  fleet: Fleet;
  sunlight: SunlightOf;
}

/** What one counter says: kWh by local day, and how many devices have it. */
interface CounterDays {
  days: ReadonlyMap<string, number>;
  devices: number;
}

const DAY_MS = 86_400_000;
/** Inverters whose samples are held at the same time: a month of one takes some milliseconds to be read. */
const AT_ONCE = 5;
/** Days of inverters that are looked at in one request. Each costs about two milliseconds, so it takes half a minute at most. */
const MOST_INVERTER_DAYS = 12_000;

/** The last thirty local days of a station, fewer where it has very many inverters, the running one left out. */
export function comparedDays(
  { fleet }: Pick<Parts, 'fleet'>,
  { id, timeZone }: FleetStation,
  now: number,
): string[] {
  const today = localDayOf(now, timeZone);
  const affordable = Math.floor(MOST_INVERTER_DAYS / Math.max(1, invertersOf(fleet, id).length));
  const count = Math.min(LIMITS.comparedDays, Math.max(1, affordable));
  return Array.from({ length: count }, (_, place) => addDays(today, place - count));
}

export const invertersOf = (fleet: Fleet, stationId: number): FleetDevice[] =>
  fleet.devicesOf(stationId).filter((device) => partOf(device) === 'producer');

/** What the counters of the inverters of a station say of some days, each taken alone. */
export async function inverterDays(
  { samples, fleet, sunlight }: Parts,
  station: FleetStation,
  days: readonly string[],
): Promise<Record<'lifetimeCounter' | 'dayCounter', CounterDays>> {
  const inverters = invertersOf(fleet, station.id);
  const breath = createBreath();
  const span = spanOf(days, station.timeZone);
  const sums = { lifetimeCounter: newSum(), dayCounter: newSum() };
  const add = async (some: readonly FleetDevice[]): Promise<void> => {
    const points = [...new Set(some.flatMap((device) => pointsOf(sourceOf(device))))];
    const devices = some.map(({ id }) => id);
    // A day before, because the first of them begins with the reading of the evening.
    const request = { devices, points, from: span.start - DAY_MS, to: span.end };
    const series = await (some.length === 1 ? readSeries : readFewSeries)(samples, request);
    if (!series) {
      const half = Math.ceil(some.length / 2);
      await add(some.slice(0, half));
      return add(some.slice(half));
    }
    for (const device of some) {
      const source = sourceOf(device);
      const own = series.get(device.id);
      if (!source || !own) continue;
      const input = { source, series: own, device, station, span, shape: sunlight(station).shape };
      for (const counter of ['lifetimeCounter', 'dayCounter'] as const) {
        await breath();
        addCells(sums[counter], cellsBy(counter, input), station.timeZone);
      }
    }
  };
  for (let i = 0; i < inverters.length; i += AT_ONCE) await add(inverters.slice(i, i + AT_ONCE));
  return sums;
}

const sourceOf = (device: FleetDevice): FlowSource | undefined =>
  flowSourcesOf(device).find(({ flow }) => flow === 'pv');

const pointsOf = (source: FlowSource | undefined): number[] =>
  source ? [...source.counters, ...(source.daily === null ? [] : [source.daily])] : [];

interface InverterInput {
  source: FlowSource;
  series: SeriesByPoint;
  device: FleetDevice;
  station: FleetStation;
  span: { start: number; end: number };
  shape(time: number): number;
}

/** `counter` alone: what others say is not asked. */
function cellsBy(counter: CountedBy, { source, series, device, station, span, shape }: InverterInput): Cells {
  return deviceFlowEnergy({
    source,
    series,
    ratedPower: device.ratedPower,
    likelyPower: LIKELY_AT_LEAST_W,
    mostPower: mostPowerOf(device, station),
    dayStart: dayStarts(station.timeZone),
    window: { start: floorBucket(span.start), end: ceilBucket(span.end) },
    shape,
    order: [counter],
  }).cells;
}

const METERS = {
  generationMeter: { part: 'generationMeter', flow: 'pv' },
  gridMeter: { part: 'gridMeter', flow: 'export' },
} as const satisfies Record<string, { part: Part; flow: Flow }>;

/** What a meter of the station says of some days, as it was counted. */
export async function meterDays(
  { samples, fleet }: Omit<Parts, 'sunlight'>,
  station: FleetStation,
  { days, meter }: { days: readonly string[]; meter: keyof typeof METERS },
): Promise<CounterDays> {
  const { part, flow } = METERS[meter];
  const ids = fleet
    .devicesOf(station.id)
    .filter((device) => partOf(device) === part)
    .map(({ id }) => id);
  const stored = await readCells(samples, 'device', { ids, spans: { day: spanOf(days, station.timeZone) } });
  const sum = newSum();
  for (const id of ids) addCells(sum, stored.get(id)?.get(flow)?.get('day') ?? new Map(), station.timeZone);
  return sum;
}

/** What stands in the energies of the station, kWh by local day. */
export async function countedDays(
  samples: SamplesDb,
  { id, timeZone }: FleetStation,
  days: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const stored = await readCells(samples, 'station', { ids: [id], spans: { day: spanOf(days, timeZone) } });
  const sum = newSum();
  addCells(sum, stored.get(id)?.get('pv')?.get('day') ?? new Map(), timeZone);
  return sum.days;
}

function spanOf(days: readonly string[], zone: string): { start: number; end: number } {
  return { start: dayRange(days[0]!, zone).start, end: dayRange(days.at(-1)!, zone).end };
}

const newSum = () => ({ days: new Map<string, number>(), devices: 0 });

function addCells(sum: ReturnType<typeof newSum>, cells: Cells, zone: string): void {
  let isKnown = false;
  for (const [start, { kwh, spread }] of cells) {
    const known = (Number.isNaN(kwh) ? 0 : kwh) + spread;
    if (Number.isNaN(kwh) && spread === 0) continue;
    isKnown = true;
    const day = localDayOf(start, zone);
    sum.days.set(day, (sum.days.get(day) ?? 0) + known);
  }
  if (isKnown) sum.devices += 1;
}
