import { setImmediate as breathe } from 'node:timers/promises';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { sumKpiDays } from '../kpis/index.ts';
import { BUCKET_MS, middlesOf } from './buckets.ts';
import { daysOf, expectStation, type StationCurve } from './expect-station.ts';
import { sumDays, writeExpected, type PlacedCurve } from './expected-store.ts';
import { writeLosses } from './losses/write-losses.ts';
import { peerShares } from './peers.ts';
import { emptyColumns } from './power-inputs.ts';
import {
  AROUND_MS,
  readInputs,
  weatherAt,
  type ExpectParts,
  type ReadInputs,
  type Stretch,
} from './read-inputs.ts';

/** Rows that are computed in one go, before others have a turn. */
const ROWS_IN_ONE_GO = 20_000;

/** Computes stretches that lie close together in time and writes them. `version` was taken before anything was read, days that end until `now` are summed. */
export async function expectStations(
  parts: ExpectParts,
  stretches: readonly Stretch[],
  { version, now }: { version: number; now: number },
): Promise<void> {
  if (stretches.length === 0) return;
  const placed: PlacedCurve[] = [];
  const read = await readInputs(parts, stretches);
  let rows = 0;
  for (const stretch of stretches) {
    placed.push({
      station: stretch.station.id,
      from: stretch.from,
      curve: await curveOf(parts.fleet, stretch, read),
    });
    rows += (stretch.to - stretch.from) / BUCKET_MS;
    if (rows < ROWS_IN_ONE_GO) continue;
    rows = 0;
    await breathe();
  }
  await writeExpected(parts.samples, placed, version);
  const touched = touchedDays(stretches, now);
  await sumTouched(parts.samples, touched, version);
  await writeLosses(parts, touched, version);
  await sumKpiDays(parts, stretches, { version, now });
}

/** The expected curve of one stretch out of what was read of all. */
export async function curveOf(
  fleet: ExpectParts['fleet'],
  { station, learned, from, to }: Stretch,
  read: ReadInputs,
): Promise<StationCurve> {
  const around = { from: Math.max(read.from, from - AROUND_MS), to: Math.min(read.to, to + AROUND_MS) };
  const cut = (values: Float64Array) =>
    values.subarray((around.from - read.from) / BUCKET_MS, (around.to - read.from) / BUCKET_MS);
  const all = read.measured.get(station.id);
  const measured = all
    ? { pv: cut(all.pv), poa: cut(all.poa), ghi: cut(all.ghi), ambient: cut(all.ambient) }
    : emptyColumns((around.to - around.from) / BUCKET_MS);
  const peers = read.peers.get(station.id) ?? [];
  const shares = peers.length > 0 ? await peerShares(fleet, { ...read, peers }, read.clear) : undefined;
  const inputs = {
    ...around,
    measured,
    weather: weatherAt(read, station, middlesOf(around.from, around.to)),
    peers: shares && cut(shares),
  };
  const wide = await expectStation(fleet, station, { inputs, learned });
  const [first, last] = [(from - around.from) / BUCKET_MS, (to - around.from) / BUCKET_MS];
  return {
    p10: wide.p10.subarray(first, last),
    p50: wide.p50.subarray(first, last),
    p90: wide.p90.subarray(first, last),
    bound: wide.bound.subarray(first, last),
    plane: wide.plane.subarray(first, last),
    source: wide.source.subarray(first, last),
    calibration: wide.calibration.subarray(first, last),
  };
}

/** Days that are over and that stretches touch, each stretch from the first day's begin to the last one's end. */
function touchedDays(stretches: readonly Stretch[], now: number): Stretch[] {
  return stretches.flatMap((stretch) => {
    const days = daysOf(stretch.station, stretch.from, stretch.to).filter(({ end }) => end <= now);
    const last = days.at(-1);
    return last ? [{ ...stretch, from: days[0]!.start, to: last.end }] : [];
  });
}

/** Sums days of all stations of a zone at once; a running day is summed from its five minutes by whoever reads it. */
async function sumTouched(samples: SamplesDb, touched: readonly Stretch[], version: number): Promise<void> {
  const groups = Map.groupBy(touched, ({ station, from, to }) => `${station.timeZone} ${from} ${to}`);
  for (const group of groups.values()) {
    const { station, from, to } = group[0]!;
    const stations = group.map((one) => one.station.id);
    await sumDays(samples, { stations, zone: station.timeZone, from, to }, version);
  }
}
