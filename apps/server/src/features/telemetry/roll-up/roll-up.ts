import { deviceEnergies, type RollUpRun } from './device-energies.ts';
import { DirtyRanges, type TouchedRange } from './dirty-ranges.ts';
import { floorBucket, type FlowCells } from './energy-cells.ts';
import { writeCells } from './energy-store.ts';
import { planBatches } from './plan-batches.ts';
import { rollUpPoints } from './point-means.ts';
import { countRunStates } from './run-state-days.ts';
import { rollUpRunStates } from './run-states.ts';
import { stationEnergies, type StationSpan } from './station-energies.ts';
import { rollUpStationPower } from './station-powers.ts';
import { spanOf } from './tree-spans.ts';

/** Energies that a run computed again. */
export interface NewEnergies {
  devices: readonly FlowCells[];
  stations: readonly FlowCells[];
}

/** Computes means and energies of the touched ranges again and writes them, devices batch by batch, then their stations. */
export async function rollUp(
  run: RollUpRun,
  batches: AsyncIterable<readonly TouchedRange[]>,
  version: number,
): Promise<NewEnergies> {
  const devices: FlowCells[] = [];
  const spans: StationSpan[] = [];
  for await (const batch of batches) {
    const cells = await rollUpDevices(run, batch, version);
    spans.push(...touchedStations(run, batch, cells));
    devices.push(...cells.map(withoutFine));
  }
  const stations: FlowCells[] = [];
  for (const batch of planStations(spans)) {
    const cells = await stationEnergies(run, batch);
    await writeCells(run.db, 'station', { flows: cells, version });
    await rollUpStationPower(run, batch, version);
    await countRunStates(run, batch, version);
    stations.push(...cells.map(withoutFine));
  }
  return { devices, stations };
}

/** The part of it that follows from the devices' own samples; answers their energies. */
export async function rollUpDevices(
  run: RollUpRun,
  batch: readonly TouchedRange[],
  version: number,
): Promise<FlowCells[]> {
  await rollUpPoints(run.db, batch, version);
  await rollUpRunStates(run.db, batch, version);
  const cells = await deviceEnergies(run, batch);
  await writeCells(run.db, 'device', { flows: cells, version });
  return cells;
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
export function planStations(spans: readonly StationSpan[]): StationSpan[][] {
  const merged = new DirtyRanges();
  for (const span of spans) merged.add(span.station, span.from, span.to);
  const batches = planBatches(merged.take(), () => false, { days: 120, ranges: 300 });
  return batches.map((batch) => batch.map(({ device, from, to }) => ({ station: device, from, to })));
}
