import { addDays, dayRange, localDayOf, sourceOfCode, type ExpectedSource } from '@sunfleet/analysis';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { askInZone } from '../telemetry/index.ts';
import { BUCKET_MS } from './buckets.ts';
import { SUMS, SUMS_BY_SOURCE } from './expected-store.ts';

/** kWh that a station should have given in a bucket. Sums of the tenths are wider than the tenth of the sum, because good and bad minutes even out. */
export interface ExpectedEnergy {
  p10: number;
  p50: number;
  p90: number;
  /** What it could not have exceeded. */
  bound: number;
  /** The part of `p50` that rests on each kind of source. */
  bySource: { sensor: number; weather: number; peers: number; clearSky: number };
  /** Milliseconds that are computed, night included. */
  computed: number;
}

export interface ExpectedEnergyQuery {
  /** Stations of one zone. */
  stations: readonly number[];
  timeZone: string;
  grain: 'hour' | 'day' | 'month' | 'year';
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  now: number;
}

/** A few are read fastest by one thread: to begin others takes longer than all of the reading. */
const FEW = 16;
const threadsFor = (stations: readonly number[]) =>
  stations.length > FEW ? '' : ' SETTINGS max_threads = 1';

const LABEL = { hour: 16, day: 10, month: 7, year: 4 } as const;

/**
 * Expected energies of stations by the local start of the bucket (`2026-11-21T10:00`, `2026-11-21`, `2026-11` or `2026`). What is not computed is left
 * out; today counts up to now. Throws RangeError for days that are none.
 */
export async function expectedEnergies(
  samples: SamplesDb,
  query: ExpectedEnergyQuery,
): Promise<ReadonlyMap<number, ReadonlyMap<string, ExpectedEnergy>>> {
  const { stations, timeZone, grain, from, to, now } = query;
  const found = new Map<number, Map<string, ExpectedEnergy>>();
  if (stations.length === 0 || to < from) return found;
  const today = localDayOf(now, timeZone);
  const ofDays = grain !== 'hour';
  const read = await Promise.all([
    ofDays ? readDays(samples, { stations, from, to: to < today ? to : addDays(today, -1) }) : [],
    // A running day has no row of its own yet, and hours never have.
    to >= today || !ofDays
      ? readBuckets(samples, { ...query, from: ofDays || from > today ? today : from })
      : [],
  ]);
  for (const row of read.flat()) {
    const buckets = found.get(row.station) ?? new Map<string, ExpectedEnergy>();
    found.set(row.station, buckets);
    const label = row.start.slice(0, LABEL[grain]);
    const sum = buckets.get(label);
    buckets.set(label, sum ? added(sum, energyOf(row)) : energyOf(row));
  }
  return found;
}

interface SumRow {
  station: number;
  start: string;
  p10_kwh: number;
  p50_kwh: number;
  p90_kwh: number;
  bound_kwh: number;
  sensor_kwh: number;
  weather_kwh: number;
  peers_kwh: number;
  clear_sky_kwh: number;
  n: number;
}

/** Days that are over. */
function readDays(
  samples: SamplesDb,
  { stations, from, to }: { stations: readonly number[]; from: string; to: string },
): Promise<SumRow[]> {
  return samples.query<SumRow>(
    `SELECT station, toString(day) AS start, p10 AS p10_kwh, p50 AS p50_kwh, p90 AS p90_kwh, bound AS bound_kwh,
       sensor AS sensor_kwh, weather AS weather_kwh, peers AS peers_kwh, clear_sky AS clear_sky_kwh, buckets AS n
     FROM expected_energy_days FINAL
     WHERE station IN {stations:Array(UInt32)} AND day >= {from:Date} AND day <= {to:Date}${threadsFor(stations)}`,
    { stations: [...stations], from, to },
  );
}

function readBuckets(
  samples: SamplesDb,
  { stations, timeZone, grain, from, to }: ExpectedEnergyQuery,
): Promise<SumRow[]> {
  const label = grain === 'hour' ? '%Y-%m-%dT%H:00' : '%Y-%m-%d';
  const { start } = dayRange(from, timeZone);
  return askInZone(timeZone, start, (zone) =>
    samples.query<SumRow>(
      `SELECT station, formatDateTime(bucket, '${label}', {zone:String}) AS start, ${SUMS}, ${SUMS_BY_SOURCE}, count() AS n
       FROM expected_power_5m FINAL
       WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
         AND bucket < toDateTime({to:UInt32}, 'UTC')
       GROUP BY station, start ORDER BY station, start${threadsFor(stations)}`,
      { stations: [...stations], zone, from: start / 1000, to: dayRange(to, timeZone).end / 1000 },
    ),
  );
}

const energyOf = (row: SumRow): ExpectedEnergy => ({
  p10: row.p10_kwh,
  p50: row.p50_kwh,
  p90: row.p90_kwh,
  bound: row.bound_kwh,
  bySource: {
    sensor: row.sensor_kwh,
    weather: row.weather_kwh,
    peers: row.peers_kwh,
    clearSky: row.clear_sky_kwh,
  },
  computed: row.n * BUCKET_MS,
});

const added = (one: ExpectedEnergy, other: ExpectedEnergy): ExpectedEnergy => ({
  p10: one.p10 + other.p10,
  p50: one.p50 + other.p50,
  p90: one.p90 + other.p90,
  bound: one.bound + other.bound,
  bySource: {
    sensor: one.bySource.sensor + other.bySource.sensor,
    weather: one.bySource.weather + other.bySource.weather,
    peers: one.bySource.peers + other.bySource.peers,
    clearSky: one.bySource.clearSky + other.bySource.clearSky,
  },
  computed: one.computed + other.computed,
});

/** Stored powers in five minutes from `from` on, W; NaN where none is stored. */
export interface StoredCurve {
  p10: Float64Array;
  p50: Float64Array;
  p90: Float64Array;
  bound: Float64Array;
  /** `none` where nothing is stored. */
  source: ExpectedSource[];
}

/** The stored expected curve of a station over [from, to), on bucket borders, epoch milliseconds. */
export async function readExpectedCurve(
  samples: SamplesDb,
  { station, from, to }: { station: number; from: number; to: number },
): Promise<StoredCurve> {
  const length = Math.max(0, (to - from) / BUCKET_MS);
  const column = () => new Float64Array(length).fill(NaN);
  const curve = { p10: column(), p50: column(), p90: column(), bound: column() };
  const source = Array.from({ length }, (): ExpectedSource => 'none');
  const columns = await samples.columns(
    `SELECT toUnixTimestamp(bucket) AS t, p10, p50, p90, bound, source FROM expected_power_5m FINAL
     WHERE station = {station:UInt32} AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
     SETTINGS max_threads = 1`,
    { station, from: from / 1000, to: to / 1000 },
  );
  for (const [row, seconds] of (columns.t ?? []).entries()) {
    const place = (Number(seconds) * 1000 - from) / BUCKET_MS;
    for (const name of ['p10', 'p50', 'p90', 'bound'] as const)
      curve[name][place] = Number(columns[name]![row]);
    source[place] = sourceOfCode(Number(columns.source![row]));
  }
  return { ...curve, source };
}
