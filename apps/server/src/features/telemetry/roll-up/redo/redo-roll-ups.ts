import { FLOWS } from '@sunfleet/contract';
import type { RollUpRun } from '../device-energies.ts';
import { DirtyRanges, type TouchedRange } from '../dirty-ranges.ts';
import { floorBucket, type Subject } from '../energy-cells.ts';
import { writeCells } from '../energy-store.ts';
import { planBatches } from '../plan-batches.ts';
import { planStations, rollUpDevices } from '../roll-up.ts';
import { stationEnergies, type StationSpan } from '../station-energies.ts';
import { countRunStates } from '../run-state-days.ts';
import type { BetweenSteps } from '../between-steps.ts';
import { markLatePowers } from '../mark-late-powers.ts';
import { rollUpStationPower } from '../station-powers.ts';
import {
  dropCells,
  dropMeans,
  dropPowers,
  dropRunStateDays,
  dropRunStates,
  type Dropping,
} from './drop-roll-ups.ts';
import { energySpans, type EnergySpan } from './energy-spans.ts';
import { sumAgain, type SummedRange } from './sum-again.ts';

/** Samples that were removed, of which roll-ups tell still. */
export interface Removed {
  ranges: readonly TouchedRange[];
  /** Points that were removed, by device. */
  points: ReadonlyMap<number, ReadonlySet<number>>;
  /** When the first of them was stored, epoch milliseconds: roll-ups from before know nothing of them. */
  since: number;
  cluster: string | undefined;
}

/** The power of a station is drawn on over so long a silence of a device, on both sides of what is known. */
const BRIDGED_MS = 2 * 3_600_000;

/**
 * Drops the means and energies that removed samples had a part in and makes them again from the samples that are left. May be repeated.
 * No other roll-up may run within one of its steps. Between two of them one may: what it sums from cells that are not all there again is summed
 * once more at the end.
 */
export async function redoRollUps(run: RollUpRun, removed: Removed, between: BetweenSteps): Promise<void> {
  const { ranges, points, since, cluster } = removed;
  const dropping: Dropping = { db: run.db, since, cluster };
  await between.pause();
  const energies = await energySpans(run, ranges, points);
  const stations = stationSpans(run, [...ranges, ...energies]);
  await dropMeans(dropping, ranges, points);
  await dropRunStates(dropping, ranges, points);
  await dropPowers(dropping, stations);
  await dropRunStateDays(dropping, run.fleet, stations);
  await dropCells(dropping, 'station', stationCells(run, stations));
  await dropCells(dropping, 'device', deviceCells(run, energies));
  await redoDevices(run, [...ranges, ...energies], between);
  await sumAll(run, 'device', { ranges: deviceCells(run, energies), between });
  await redoStations(run, stations, between);
}

/** Drops the energies of stations in some spans and sums them again from those of their devices. May be repeated. */
export async function redoStationEnergies(
  run: RollUpRun,
  { spans, cluster }: { spans: readonly StationSpan[]; cluster: string | undefined },
  between: BetweenSteps,
): Promise<void> {
  await between.pause();
  await dropCells({ db: run.db, since: 0, cluster }, 'station', stationCells(run, spans));
  for (const batch of planStations(run, spans)) {
    await between.pause();
    const flows = await stationEnergies(run, batch);
    await writeCells(run.db, 'station', { flows, version: await between.nextVersion() });
  }
  await sumAll(run, 'station', { ranges: stationCells(run, spans), between });
  // What follows from days may have been summed from a part of them meanwhile.
  await markLatePowers(run, spans, 0);
}

async function redoDevices(
  run: RollUpRun,
  touched: readonly TouchedRange[],
  between: BetweenSteps,
): Promise<void> {
  const all = new DirtyRanges();
  for (const { device, from, to } of touched) all.add(device, from, to);
  for (const batch of planBatches(all.take(), (device) => run.slow.has(device))) {
    await between.pause();
    const written = rollUpDevices(run, batch, between);
    while (!(await written.next()).done);
  }
}

async function redoStations(
  run: RollUpRun,
  spans: readonly StationSpan[],
  between: BetweenSteps,
): Promise<void> {
  for (const batch of planStations(run, spans)) {
    await between.pause();
    const version = await between.nextVersion();
    await writeCells(run.db, 'station', { flows: await stationEnergies(run, batch), version });
    await rollUpStationPower(run, batch, version);
    await countRunStates(run, batch, version);
  }
  await sumAll(run, 'station', { ranges: stationCells(run, spans), between });
  // What follows from days may have been summed from a part of them meanwhile.
  await markLatePowers(run, spans, 0);
}

async function sumAll(
  { db }: RollUpRun,
  subject: Subject,
  { ranges, between }: { ranges: readonly SummedRange[]; between: BetweenSteps },
): Promise<void> {
  for (const range of ranges) await sumAgain(db, subject, { range, between });
}

/** Buckets of stations that have to be summed again. */
function stationSpans(run: RollUpRun, touched: readonly TouchedRange[]): StationSpan[] {
  const merged = new DirtyRanges();
  for (const { device, from, to } of touched) {
    const station = run.fleet.device(device)?.stationId;
    if (typeof station === 'number') merged.add(station, from - BRIDGED_MS, to + BRIDGED_MS);
  }
  return merged.take().map(({ device: station, from, to }) => ({
    station,
    from: floorBucket(from),
    to: floorBucket(to),
  }));
}

function stationCells(run: RollUpRun, spans: readonly StationSpan[]) {
  return spans.flatMap(({ station: id, from, to }) => {
    const station = run.fleet.station(id);
    if (!station) return [];
    return [{ id, flows: FLOWS, from, to, zone: station.timeZone, daylight: run.sunlight(station).between }];
  });
}

function deviceCells(run: RollUpRun, spans: readonly EnergySpan[]) {
  return spans.flatMap(({ device: id, flows, from, to }) => {
    const device = run.fleet.device(id);
    if (!device) return [];
    const station = device.stationId === null ? undefined : run.fleet.station(device.stationId);
    return [{ id, flows, from, to, zone: run.fleet.zoneOf(device), daylight: run.sunlight(station).between }];
  });
}
