import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Weather } from './day-expectation.ts';

const BUCKET_MS = 5 * 60_000;
/** A reading stands for what is no further away. */
const NEAR_MS = 15 * 60_000;

/** Readings of a station by the start of their five minutes. */
type Readings = ReadonlyMap<number, Weather>;

/** What the sensors of some stations measured since a time: only stations that have one are in it. */
export async function readPastWeather(
  db: SamplesDb,
  of: { since: number; stations: readonly number[] },
): Promise<ReadonlyMap<number, Readings>> {
  const {
    station = [],
    t = [],
    poa = [],
    ghi = [],
    ambient = [],
  } = await db.columns(
    `SELECT station, toUnixTimestamp(bucket) AS t, poa, ghi, ambient FROM station_power_5m FINAL
     WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND (poa IS NOT NULL OR ghi IS NOT NULL)`,
    { stations: of.stations, from: Math.floor(of.since / 1000) },
  );
  const stations = new Map<number, Map<number, Weather>>();
  for (const [row, id] of station.entries()) {
    const readings = stations.get(Number(id)) ?? new Map<number, Weather>();
    stations.set(Number(id), readings);
    readings.set(Number(t[row]) * 1000, {
      poa: known(poa[row]),
      ghi: known(ghi[row]),
      ambient: known(ambient[row]),
    });
  }
  return stations;
}

const known = (value: unknown) => (typeof value === 'number' ? value : NaN);

/** The reading that stands for a time: of its own five minutes, else the nearest one. */
export function readingAt(readings: Readings | undefined, time: number): Weather | undefined {
  if (!readings) return undefined;
  const bucket = Math.floor(time / BUCKET_MS) * BUCKET_MS;
  for (let away = 0; away <= NEAR_MS; away += BUCKET_MS) {
    const near = readings.get(bucket - away) ?? readings.get(bucket + away);
    if (near) return near;
  }
  return undefined;
}
