import type { BetweenSteps } from './between-steps.ts';
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

/** Energies that a step of a run computed again. */
export interface NewEnergies {
  devices: readonly FlowCells[];
  stations: readonly FlowCells[];
}

/**
 * Computes means and energies of the touched ranges again and writes them, devices batch by batch, then their stations. Energies are announced as
 * they are written: in a pause a run over newer data may write and announce its own, and the newest word has to be the last.
 */
export async function rollUp(
  run: RollUpRun,
  batches: AsyncIterable<readonly TouchedRange[]>,
  { nextVersion, pause, announce }: BetweenSteps & { announce: (energies: NewEnergies) => void },
): Promise<void> {
  const spans: StationSpan[] = [];
  for await (const batch of batches) {
    await pause();
    spans.push(...touchedStations(run, batch));
    for await (const cells of rollUpDevices(run, batch, { nextVersion, pause })) {
      spans.push(...changedStations(run, cells));
      announce({ devices: cells.map(withoutFine), stations: [] });
    }
  }
  for (const batch of planStations(run, spans)) {
    await pause();
    const version = await nextVersion();
    const cells = await stationEnergies(run, batch);
    await writeCells(run.db, 'station', { flows: cells, version });
    await rollUpStationPower(run, batch, version);
    await countRunStates(run, batch, version);
    announce({ devices: [], stations: cells.map(withoutFine) });
  }
}

/** The part of it that follows from the devices' own samples; answers their energies, those of some devices after the other. */
export async function* rollUpDevices(
  run: RollUpRun,
  batch: readonly TouchedRange[],
  between: BetweenSteps,
): AsyncGenerator<FlowCells[]> {
  const version = await between.nextVersion();
  await rollUpPoints(run.db, batch, version);
  await rollUpRunStates(run.db, batch, version);
  yield* writeEnergies(run, batch, between);
}

/**
 * In halves where the samples or the energies of all are too many to be held. Each is a step of its own: hundreds of devices that were silent for a year
 * would keep what everybody else's give from being summed for many minutes.
 */
async function* writeEnergies(
  run: RollUpRun,
  batch: readonly TouchedRange[],
  between: BetweenSteps,
): AsyncGenerator<FlowCells[]> {
  const version = await between.nextVersion();
  const cells = await deviceEnergies(run, batch);
  if (cells) {
    await writeCells(run.db, 'device', { flows: cells, version });
    yield cells;
    return;
  }
  const half = Math.ceil(batch.length / 2);
  yield* writeEnergies(run, batch.slice(0, half), between);
  await between.pause();
  yield* writeEnergies(run, batch.slice(half), between);
}

/** Listeners want sums; five-minute and hourly cells of a bulk import would only hold memory. */
function withoutFine(flow: FlowCells): FlowCells {
  return { ...flow, cells: new Map([...flow.cells].filter(([grain]) => grain !== '5m' && grain !== 'hour')) };
}

/** Buckets of stations that a batch touched. */
function touchedStations({ fleet }: RollUpRun, batch: readonly TouchedRange[]): StationSpan[] {
  return batch.flatMap(({ device, from, to }) => {
    const station = fleet.device(device)?.stationId;
    return typeof station === 'number' ? { station, from: floorBucket(from), to: floorBucket(to) } : [];
  });
}

/** Those that energies changed: a gap's energy was laid over more than was touched. */
function changedStations(run: RollUpRun, cells: readonly FlowCells[]): StationSpan[] {
  const spans = cells.map(({ id, cells: of }) => ({ device: id, ...spanOf(of.get('5m') ?? new Map()) }));
  return touchedStations(
    run,
    spans.filter(({ from, to }) => from <= to),
  );
}

/** Of devices of stations whose cells are held at once: 400,000 cells of each flow. */
const DEVICE_DAYS = 1440;

/**
 * One span for spans of a station that meet, then batches of stations whose spans lie close together. The more devices a station has, the shorter its
 * pieces are: those of 60 days of thousands of devices at once kept the server from everything else, and were more than it can hold.
 */
export function planStations(
  { fleet }: Pick<RollUpRun, 'fleet'>,
  spans: readonly StationSpan[],
): StationSpan[][] {
  const merged = new DirtyRanges();
  for (const span of spans) merged.add(span.station, span.from, span.to);
  const devicesOf = (station: number) => fleet.devicesOf(station).length;
  const batches = planBatches(merged.take(), () => false, { days: DEVICE_DAYS, ranges: 300, devicesOf });
  return batches.map((batch) => batch.map(({ device, from, to }) => ({ station: device, from, to })));
}
