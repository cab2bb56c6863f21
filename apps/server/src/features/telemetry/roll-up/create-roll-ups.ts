import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../../fleet/index.ts';
import { deviceEnergies, type RollUpRun } from './device-energies.ts';
import { DirtyRanges, type TouchedRange } from './dirty-ranges.ts';
import { floorBucket, type FlowCells } from './energy-cells.ts';
import { writeCells } from './energy-store.ts';
import { planBatches } from './plan-batches.ts';
import { rollUpPoints } from './point-means.ts';
import { readHistorySpans, readOwed, readProgress, writeProgress } from './progress.ts';
import { stationEnergies, type StationSpan } from './station-energies.ts';
import { rollUpStationPower } from './station-powers.ts';
import { spanOf } from './tree-spans.ts';

/** Energies that a run computed anew. */
export interface NewEnergies {
  devices: readonly FlowCells[];
  stations: readonly FlowCells[];
}

export interface RollUps {
  /** Works off what is owed now and what comes meanwhile; resolves when nothing is left. Rejects when a store fails. */
  settle(): Promise<void>;
  onEnergies(listener: (energies: NewEnergies) => void): void;
  /** Begins to work in the background, from where the last process stopped. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const INTERVAL_MS = 30_000;
/** A run that took long is followed by a rest in proportion, so that roll-ups never starve the intake. */
const REST_FACTOR = 12;
const LONGEST_REST_MS = 60_000;

/**
 * Keeps means and energies true to the samples: notes what each stored block touched and computes those spans again.
 * Nothing depends on a run having happened before: what is written follows from the samples alone.
 */
export function createRollUps(platform: Platform, fleet: OpenFleet, sunlight: SunlightOf): RollUps {
  const { samples: db, bus, clock, log, health } = platform;
  const dirty = new DirtyRanges();
  const slow = new Map<number, number>();
  const listeners: ((energies: NewEnergies) => void)[] = [];
  const state = { version: 0, tookMs: 0, error: undefined as string | undefined };
  const unsubscribe = bus.subscribe('stored', (block) => dirty.addBlock(block));
  const homes = new Map([...fleet.devices()].map((device) => [device.id, device.stationId]));
  let bound: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let stopped = false;

  const runOnce = async () => {
    const began = clock.now();
    const started = performance.now();
    const ranges = dirty.take();
    const version = Math.max(began, state.version + 1);
    state.version = version;
    try {
      const run: RollUpRun = { db, fleet, sunlight, now: began, slow };
      const energies = await work(run, ranges, version);
      await writeProgress(db, began);
      for (const listener of listeners) listener(energies);
      state.error = undefined;
    } catch (error) {
      dirty.giveBack(ranges);
      state.error = messageOf(error);
      throw error;
    } finally {
      state.tookMs = performance.now() - started;
    }
  };
  const work = async (run: RollUpRun, ranges: readonly TouchedRange[], version: number) => {
    await fleet.ensure([...new Set(ranges.map((range) => range.device))]);
    return rollUp(run, ranges, version);
  };
  // A device that is bound brings its history to its station, and its days are now cut in the station's zone.
  const noteHomes = async (ids: readonly number[]) => {
    const moved = ids.filter((id) => homes.get(id) !== fleet.device(id)?.stationId);
    for (const id of moved) homes.set(id, fleet.device(id)?.stationId ?? null);
    dirty.giveBack(await readHistorySpans(db, moved));
  };
  fleet.onChange(({ devices }) => {
    bound = bound
      .then(() => noteHomes(devices))
      .catch((error) => log.warn({ err: messageOf(error) }, 'history of bound devices not noted'));
  });
  const settle = async () => {
    await bound;
    while (working) await working.catch(() => {});
    while (dirty.size > 0 && !stopped) {
      working = runOnce();
      try {
        await working;
      } finally {
        working = undefined;
      }
    }
  };
  const schedule = () => {
    if (stopped) return;
    const rest = Math.min(LONGEST_REST_MS, Math.max(INTERVAL_MS, REST_FACTOR * state.tookMs));
    timer = setTimeout(() => {
      void tick().finally(schedule);
    }, rest);
  };
  const tick = async () => {
    if (dirty.size === 0 || working) return;
    working = runOnce();
    await working.catch((error) => log.warn({ err: messageOf(error) }, 'roll-ups wait'));
    working = undefined;
  };
  health.add({
    name: 'rollUps',
    essential: false,
    check: () => ({
      state: state.error ? 'degraded' : 'ok',
      detail: { owedDevices: dirty.size, lastRunMs: Math.round(state.tookMs), error: state.error ?? null },
    }),
  });
  return {
    settle,
    onEnergies: (listener) => void listeners.push(listener),
    async start() {
      dirty.giveBack(await readOwed(db, await readProgress(db)));
      schedule();
    },
    async stop() {
      stopped = true;
      unsubscribe();
      clearTimeout(timer);
      await working?.catch(() => {});
    },
  };
}

async function rollUp(
  run: RollUpRun,
  ranges: readonly TouchedRange[],
  version: number,
): Promise<NewEnergies> {
  const devices: FlowCells[] = [];
  const spans: StationSpan[] = [];
  for (const batch of planBatches(ranges, (device) => run.slow.has(device))) {
    await rollUpPoints(run.db, batch, version);
    const cells = await deviceEnergies(run, batch);
    await writeCells(run.db, 'device', { flows: cells, version });
    spans.push(...touchedStations(run, batch, cells));
    devices.push(...cells.map(withoutFine));
  }
  const stations: FlowCells[] = [];
  for (const batch of planStations(spans)) {
    const cells = await stationEnergies(run, batch);
    await writeCells(run.db, 'station', { flows: cells, version });
    await rollUpStationPower(run, batch, version);
    stations.push(...cells.map(withoutFine));
  }
  return { devices, stations };
}

/** Listeners want sums; five-minute and hourly cells of a bulk import would only hold memory. */
function withoutFine(flow: FlowCells): FlowCells {
  return { ...flow, cells: new Map([...flow.cells].filter(([grain]) => grain !== '5m' && grain !== 'hour')) };
}

/** Buckets of stations that a batch changed: those touched, and those that a gap's energy was laid over. */
function touchedStations(
  run: RollUpRun,
  batch: readonly TouchedRange[],
  cells: readonly FlowCells[],
): StationSpan[] {
  const spans: StationSpan[] = [];
  const add = (device: number, from: number, to: number) => {
    const station = run.fleet.device(device)?.stationId;
    if (typeof station === 'number') spans.push({ station, from: floorBucket(from), to: floorBucket(to) });
  };
  for (const range of batch) add(range.device, range.from, range.to);
  for (const flow of cells) {
    const span = spanOf(flow.cells.get('5m') ?? new Map());
    if (span.from <= span.to) add(flow.id, span.from, span.to);
  }
  return spans;
}

/** One span for spans of a station that meet, then batches of stations whose spans lie close together. */
function planStations(spans: readonly StationSpan[]): StationSpan[][] {
  const merged = new DirtyRanges();
  for (const span of spans) merged.add(span.station, span.from, span.to);
  const batches = planBatches(merged.take(), () => false, { days: 120, ranges: 300 });
  return batches.map((batch) => batch.map(({ device, from, to }) => ({ station: device, from, to })));
}
