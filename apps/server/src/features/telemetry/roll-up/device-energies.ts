import { gapLimit, LONGEST_GAP_LIMIT_MS } from '@sunfleet/analysis';
import type { Flow, Grain } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { createBreath } from '../../../platform/breath.ts';
import type { Fleet, FleetDevice, SunlightOf } from '../../fleet/index.ts';
import { chosenEnergy } from './chosen-energy.ts';
import { standsAtZero } from './device-energy.ts';
import type { TouchedRange } from './dirty-ranges.ts';
import {
  BUCKET_MS,
  ceilBucket,
  floorBucket,
  type BelievedReading,
  type Cells,
  type FlowCells,
} from './energy-cells.ts';
import { readCells, type StoredCells } from './energy-store.ts';
import { dayStarts, growTree } from './energy-tree.ts';
import { flowSourcesOf, type FlowSource } from './flow-sources.ts';
import { pointsOf } from './flow-power.ts';
import { likelyPowerOf, mostPowerOf } from './likely-power.ts';
import { readFewSeries, readNearest, readSeries, type SeriesByDevice } from './sample-series.ts';
import type { Series } from './series.ts';
import { AUTOMATIC, counterSpans, type CounterSpan } from './station-counters.ts';
import { besideFresh } from './tree-spans.ts';

/** What a run of roll-ups stands on. */
export interface RollUpRun {
  db: SamplesDb;
  fleet: Fleet;
  sunlight: SunlightOf;
  /** Epoch milliseconds. */
  now: number;
  /** Longest normal step of devices that report slowly, learned from their data, milliseconds. */
  slow: Map<number, number>;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DEFAULT_MARGIN_MS = 15 * MINUTE_MS;
/** A level that was left is looked for this far around a reading that is in doubt: it is back within a day or lost. */
const DOUBT_MARGIN_MS = 25 * 3_600_000;
/** Wide windows are long: few devices at once. */
const DOUBTED_AT_ONCE = 20;
/** Cells of several devices that are held at once. Energy that was laid over a silence of a year is a hundred thousand of each flow. */
const MOST_CELLS = 500_000;
/** How far a silence is followed to the sample before or after it. */
const SEARCH_MS = 400 * DAY_MS;
/** Behind this the newest sample of a device is rarely the one touched. */
const RECENT_MS = 30 * MINUTE_MS;

/**
 * Computes the energies of devices in the touched ranges again, from the samples alone, and all local hours, days, months and
 * years they belong to. A range reaches to the neighbouring samples, so that energy of a gap finds its place.
 * The ranges should lie close together in time: they are read as one span. Undefined where the samples or the energies of several are too many to be held.
 */
export async function deviceEnergies(
  run: RollUpRun,
  ranges: readonly TouchedRange[],
): Promise<FlowCells[] | undefined> {
  const jobs: Job[] = [];
  for (const range of ranges) {
    const device = run.fleet.device(range.device);
    const sources = device ? flowSourcesOf(device) : [];
    if (device && sources.length > 0) jobs.push({ device, range, sources });
  }
  const fresh = await freshCells(run, jobs);
  return fresh && addTree(run, fresh);
}

interface Job {
  device: FleetDevice;
  range: TouchedRange;
  sources: readonly FlowSource[];
}

interface FreshFlow {
  device: FleetDevice;
  flow: Flow;
  cells: Cells;
  counter: BelievedReading | undefined;
  isDoubtful: boolean;
}

async function freshCells(
  run: RollUpRun,
  jobs: readonly Job[],
  least = DEFAULT_MARGIN_MS,
): Promise<FreshFlow[] | undefined> {
  if (jobs.length === 0) return [];
  const margin = Math.max(least, ...jobs.map((job) => run.slow.get(job.device.id) ?? 0));
  const span = {
    from: Math.min(...jobs.map((job) => job.range.from)) - 2 * margin,
    to: Math.max(...jobs.map((job) => job.range.to)) + 2 * margin,
  };
  const series = await readAll(run, jobs, span);
  if (!series) return undefined;
  const reach = await readNeighbours(run, jobs, { span, series });
  if (jobs.length > 1 && cellsWithin(jobs, { margin, reach }) > MOST_CELLS) return undefined;
  const slower = jobs.filter((job) => noteSlow(run, job, series) > margin);
  const again = slower.length > 0 ? await freshCells(run, slower, least) : [];
  if (!again) return undefined;
  const breath = createBreath();
  const done = jobs.filter((job) => !slower.includes(job));
  const doubted: Job[] = [];
  for (const job of done) {
    await breath();
    const flows = await cellsOfJob(run, job, { series, margin, reach });
    if (margin < DOUBT_MARGIN_MS && flows.some((flow) => flow.isDoubtful)) doubted.push(job);
    else again.push(...flows);
  }
  for (let i = 0; i < doubted.length; i += DOUBTED_AT_ONCE) {
    const wider = await freshCells(run, doubted.slice(i, i + DOUBTED_AT_ONCE), DOUBT_MARGIN_MS);
    if (!wider) return undefined;
    again.push(...wider);
  }
  return again;
}

/** Counters first; other points only of the flows that have none. Undefined where several jobs together have too many samples. */
async function readAll(
  run: RollUpRun,
  jobs: readonly Job[],
  span: { from: number; to: number },
): Promise<SeriesByDevice | undefined> {
  const read = jobs.length === 1 ? readSeries : readFewSeries;
  const devices = jobs.map((job) => job.device.id);
  const counters = new Set(jobs.flatMap((job) => job.sources.flatMap((source) => source.counters)));
  const series = await read(run.db, { devices, points: [...counters], ...span });
  if (!series) return undefined;
  const lacking = new Map<number, Set<number>>();
  for (const job of jobs) {
    for (const source of job.sources) {
      const own = series.get(job.device.id);
      const isChosen = spansOf(run, job.device, source).some(({ counter }) => counter === 'dayCounter');
      if (!isChosen && source.counters.some((point) => isCounting(own?.get(point)))) continue;
      for (const point of [source.daily, ...(source.power ? pointsOf(source.power) : [])]) {
        if (point === null) continue;
        const those = lacking.get(point) ?? new Set();
        lacking.set(point, those.add(job.device.id));
      }
    }
  }
  const more = await read(run.db, {
    devices: [...new Set([...lacking.values()].flatMap((those) => [...those]))],
    points: [...lacking.keys()],
    ...span,
  });
  if (!more) return undefined;
  for (const [device, points] of more) merge(series, device, points);
  return series;
}

/** Which counter the production of an inverter goes by; other flows go by the usual rule. */
function spansOf(
  { fleet }: RollUpRun,
  { stationId }: FleetDevice,
  { flow, daily }: FlowSource,
): readonly CounterSpan[] {
  if (flow !== 'pv' || daily === null || stationId === null) return AUTOMATIC;
  return counterSpans(fleet.station(stationId));
}

const isCounting = (one: Series | undefined) => one !== undefined && !standsAtZero(one);

function merge(into: SeriesByDevice, device: number, points: ReadonlyMap<number, Series>): void {
  const own = into.get(device) ?? new Map<number, Series>();
  into.set(device, own);
  for (const [point, one] of points) {
    const known = own.get(point);
    own.set(point, known ? join(known, one) : one);
  }
}

function join(a: Series, b: Series): Series {
  const [first, second] = (a.times[0] ?? 0) <= (b.times[0] ?? 0) ? [a, b] : [b, a];
  return { times: glue(first.times, second.times), values: glue(first.values, second.values) };
}

function glue(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Nearest samples outside the span that was read, by device: where its window has to reach to. */
type Reach = ReadonlyMap<number, { start: number; end: number }>;

/** Where nothing was read before (or, for late data, after) what was touched, looks for the nearest samples. */
async function readNeighbours(
  run: RollUpRun,
  jobs: readonly Job[],
  read: { span: { from: number; to: number }; series: SeriesByDevice },
): Promise<Reach> {
  const { span, series } = read;
  const reach = new Map<number, { start: number; end: number }>();
  const search = async (
    side: 'first' | 'last',
    open: (one: Series, range: TouchedRange) => boolean,
    nonZero = false,
  ) => {
    const found = new Map<number, Set<number>>();
    for (const { device, range, sources } of jobs) {
      for (const point of sources.flatMap((source) =>
        nonZero ? source.counters : [...source.counters, source.daily ?? -1],
      )) {
        const one = series.get(device.id)?.get(point);
        if (one && open(one, range)) found.set(device.id, (found.get(device.id) ?? new Set()).add(point));
      }
    }
    const nearest = await readNearest(run.db, side, {
      devices: [...found.keys()],
      points: [...new Set([...found.values()].flatMap((points) => [...points]))],
      from: side === 'last' ? span.from - SEARCH_MS : span.to + 1,
      to: side === 'last' ? span.from - 1 : span.to + SEARCH_MS,
      nonZero,
    });
    for (const [device, points] of nearest) {
      const wanted = new Map([...points].filter(([point]) => found.get(device)?.has(point)));
      merge(series, device, wanted);
      const known = reach.get(device) ?? { start: Infinity, end: -Infinity };
      for (const one of wanted.values()) {
        if (side === 'last') known.start = Math.min(known.start, one.times[one.times.length - 1] ?? Infinity);
        else known.end = Math.max(known.end, one.times[0] ?? -Infinity);
      }
      reach.set(device, known);
    }
  };
  await search('last', (one, range) => (one.times[0] ?? 0) >= range.from);
  await search(
    'first',
    (one, range) => range.to < run.now - RECENT_MS && (one.times[one.times.length - 1] ?? 0) <= range.to,
  );
  // A register that was not read comes back from zeros: its level stands before them.
  await search('last', (one) => one.values[0] === 0 && !standsAtZero(one), true);
  return reach;
}

/** Learns the longest normal step of a device from its series. */
function noteSlow(run: RollUpRun, job: Job, series: SeriesByDevice): number {
  let longest = 0;
  for (const one of series.get(job.device.id)?.values() ?? [])
    longest = Math.max(longest, gapLimit(one.times));
  const limit = Math.min(longest, LONGEST_GAP_LIMIT_MS);
  if (limit > DEFAULT_MARGIN_MS) run.slow.set(job.device.id, limit);
  else run.slow.delete(job.device.id);
  return limit;
}

/** Bucket starts of which a job makes cells. */
function windowOf({ device, range }: Job, read: { margin: number; reach: Reach }) {
  const reach = read.reach.get(device.id);
  return {
    start: Math.min(floorBucket(range.from - read.margin), ceilBucket(reach?.start ?? Infinity)),
    end: Math.max(ceilBucket(range.to + read.margin), floorBucket(reach?.end ?? -Infinity)),
  };
}

/** How many cells jobs make at most. */
function cellsWithin(jobs: readonly Job[], read: { margin: number; reach: Reach }): number {
  let cells = 0;
  for (const job of jobs) {
    const { start, end } = windowOf(job, read);
    cells += (job.sources.length * (end - start)) / BUCKET_MS;
  }
  return cells;
}

async function cellsOfJob(
  run: RollUpRun,
  job: Job,
  read: { series: SeriesByDevice; margin: number; reach: Reach },
): Promise<FreshFlow[]> {
  const { device, sources } = job;
  const window = windowOf(job, read);
  const station = device.stationId === null ? undefined : run.fleet.station(device.stationId);
  const { shape } = run.sunlight(station);
  const dayStart = dayStarts(run.fleet.zoneOf(device));
  const input = {
    series: read.series.get(device.id) ?? new Map(),
    ratedPower: device.ratedPower,
    likelyPower: likelyPowerOf(device, station),
    mostPower: mostPowerOf(device, station),
    dayStart,
    window,
  };
  const breath = createBreath();
  const fresh: FreshFlow[] = [];
  for (const source of sources) {
    // Each flow of a silence of a year takes about a tenth of a second.
    await breath();
    const { flow } = source;
    const energy = { ...input, source, shape: flow === 'pv' ? shape : () => 1 };
    fresh.push({ device, flow, ...chosenEnergy(energy, spansOf(run, device, source)) });
  }
  return fresh;
}

async function addTree(run: RollUpRun, fresh: readonly FreshFlow[]): Promise<FlowCells[]> {
  const filled = fresh
    .map((one) => ({ ...one, cells: ownCells(one.device, one.cells) }))
    .filter((one) => one.cells.size > 0);
  const spans = besideFresh(filled.map(({ device, cells }) => ({ cells, zone: run.fleet.zoneOf(device) })));
  const ids = [...new Set(filled.map((one) => one.device.id))];
  const stored = await readCells(run.db, 'device', { ids, spans });
  const breath = createBreath();
  const grown: FlowCells[] = [];
  for (const one of filled) {
    await breath();
    grown.push({
      id: one.device.id,
      flow: one.flow,
      cells: treeOf(run, one, stored),
      ...(one.counter === undefined ? {} : { counter: one.counter }),
    });
  }
  return grown;
}

function treeOf(run: RollUpRun, one: FreshFlow, stored: StoredCells): ReadonlyMap<Grain, Cells> {
  const { device } = one;
  const station = device.stationId === null ? undefined : run.fleet.station(device.stationId);
  return growTree({
    fresh: one.cells,
    stored: new Map(
      [...(stored.get(device.id)?.get(one.flow) ?? [])].map(([grain, cells]) => [
        grain,
        ownCells(device, cells),
      ]),
    ),
    zone: run.fleet.zoneOf(device),
    daylight: run.sunlight(station).between,
  });
}

/** What it measured for its former owner is in no sum of its day, as long as that waits to be deleted. */
function ownCells({ measuredSince }: FleetDevice, cells: Cells): Cells {
  return measuredSince === undefined
    ? cells
    : new Map([...cells].filter(([start]) => start >= measuredSince));
}
