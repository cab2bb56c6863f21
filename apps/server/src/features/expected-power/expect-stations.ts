import { hourlyWeather, type WeatherColumns } from '@sunfleet/analysis';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { BUCKET_MS, middlesOf } from './buckets.ts';
import { daysOf, expectStation, type StationCurve } from './expect-station.ts';
import { sumDays, writeExpected, type PlacedCurve } from './expected-store.ts';
import type { Learned } from './learned.ts';
import { writeLosses } from './losses/write-losses.ts';
import { peerShares, type PeerBook } from './peers.ts';
import { emptyColumns, readMeasured, type MeasuredColumns } from './power-inputs.ts';
import type { PastWeather, WeatherOf } from '../weather/index.ts';

export interface ExpectParts {
  samples: SamplesDb;
  fleet: Pick<Fleet, 'station' | 'devicesOf'>;
  peers: PeerBook;
  weather?: Pick<PastWeather, 'read'> | undefined;
}

/** A stretch of a station on bucket borders, epoch milliseconds. */
export interface Stretch {
  station: FleetStation;
  learned: readonly Learned[];
  from: number;
  to: number;
}

/** A sensor that hangs is known by an hour of readings around. */
const AROUND_MS = 2 * 3_600_000;
/** Snow of the days before still lies. */
const SNOW_LIES_MS = 2 * 86_400_000;
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
}

/** What was measured of stations and of their neighbours, over the span of all of them. */
export interface ReadInputs {
  from: number;
  to: number;
  measured: ReadonlyMap<number, MeasuredColumns>;
  peers: ReadonlyMap<number, readonly number[]>;
  clear: Map<string, Float64Array>;
  weather: WeatherOf;
}

export async function readInputs(
  { samples, peers, weather }: Pick<ExpectParts, 'samples' | 'peers' | 'weather'>,
  stretches: readonly Pick<Stretch, 'station' | 'from' | 'to'>[],
): Promise<ReadInputs> {
  const from = Math.min(...stretches.map((stretch) => stretch.from)) - AROUND_MS;
  const to = Math.max(...stretches.map((stretch) => stretch.to)) + AROUND_MS;
  const own = await readMeasured(samples, { stations: stretches.map(({ station }) => station.id), from, to });
  const near = new Map(
    stretches.map(({ station }) => [station.id, hasLight(own.get(station.id)) ? [] : peers.of(station)]),
  );
  const others = [...new Set([...near.values()].flat())].filter((id) => !own.has(id));
  const measured = new Map([...own, ...(await readMeasured(samples, { stations: others, from, to }))]);
  const places = stretches.map(({ station }) => station);
  const told = await weather?.read({ places, from: from - SNOW_LIES_MS, to });
  return { from, to, measured, peers: near, clear: new Map(), weather: told ?? (() => undefined) };
}

/** Whether a sensor says something in nearly every reading of the station; else neighbours may be asked. */
function hasLight(measured: MeasuredColumns | undefined): boolean {
  if (!measured) return false;
  let [power, light] = [0, 0];
  for (let row = 0; row < measured.pv.length; row += 1) {
    if (!Number.isNaN(measured.pv[row]!)) power += 1;
    if (!Number.isNaN(measured.poa[row]!) || !Number.isNaN(measured.ghi[row]!)) light += 1;
  }
  return light > 0 && light >= 0.98 * power;
}

/** What was told of the weather at a station at some times; undefined: nothing. */
export function weatherAt(
  { weather }: Pick<ReadInputs, 'weather'>,
  station: FleetStation,
  times: Float64Array,
): WeatherColumns | undefined {
  const hours = weather(station);
  return hours && hourlyWeather(hours, times, station);
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
