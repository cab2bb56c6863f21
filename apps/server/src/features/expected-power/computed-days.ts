import { dayRange, localDayOf } from '@sunfleet/analysis';
import { EXPECTED_BY, type ExpectedBy } from '@sunfleet/contract';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FleetStation } from '../fleet/index.ts';
import { SUMS_BY_SOURCE } from './expected-store.ts';

/** What a station should have given since its local midnight, kWh, and what most of it rests on. */
export interface ComputedDay {
  dayStart: number;
  /** Up to when it is computed. */
  until: number;
  kwh: number;
  by: ExpectedBy;
}

interface SumRow {
  station: number;
  sensor_kwh: number;
  weather_kwh: number;
  peers_kwh: number;
  clear_sky_kwh: number;
}

/** Sums the running local days of stations of any zones from their stored five minutes up to `now`. */
export async function sumRunningDays(
  samples: SamplesDb,
  stations: readonly FleetStation[],
  now: number,
): Promise<ReadonlyMap<number, ComputedDay>> {
  if (stations.length === 0) return new Map();
  const starts = stations.map(({ timeZone }) => dayRange(localDayOf(now, timeZone), timeZone).start);
  const rows = await samples.query<SumRow>(
    `SELECT station, ${SUMS_BY_SOURCE} FROM expected_power_5m FINAL
     WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket >= toDateTime(transform(station, {stations:Array(UInt32)}, {starts:Array(UInt32)}, 0), 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC')
     GROUP BY station`,
    {
      stations: stations.map(({ id }) => id),
      starts: starts.map((start) => start / 1000),
      from: Math.min(...starts) / 1000,
      to: now / 1000,
    },
  );
  const found = new Map(rows.map((row) => [row.station, row]));
  return new Map(
    stations.flatMap(({ id }, at): [number, ComputedDay][] => {
      const row = found.get(id);
      return row ? [[id, { dayStart: starts[at]!, until: now, ...sumOf(row) }]] : [];
    }),
  );
}

/** All of it, and what most of it rests on; where there is none yet, a clear sky. */
function sumOf(row: SumRow): Pick<ComputedDay, 'kwh' | 'by'> {
  const parts: Record<ExpectedBy, number> = {
    clearSky: row.clear_sky_kwh,
    sensor: row.sensor_kwh,
    weather: row.weather_kwh,
    peers: row.peers_kwh,
  };
  return {
    kwh: Object.values(parts).reduce((sum, part) => sum + part, 0),
    by: EXPECTED_BY.reduce((most, by) => (parts[by] > parts[most] ? by : most), 'clearSky'),
  };
}

/** Running days that were computed after a time, each with when that was said. */
export async function readComputedDays(
  db: Db,
  since: number,
): Promise<(ComputedDay & { station: number; at: number })[]> {
  const rows = await db
    .selectFrom('expectedStations')
    .select(['stationId', 'computedUntil', 'todayStart', 'todayKwh', 'todayBy', 'todayAt'])
    .where('todayAt', '>', new Date(since))
    .execute();
  return rows.flatMap(({ stationId, computedUntil, todayStart, todayKwh, todayBy, todayAt }) =>
    computedUntil && todayStart && todayKwh !== null && todayBy && todayAt
      ? [
          {
            station: stationId,
            dayStart: todayStart.getTime(),
            until: computedUntil.getTime(),
            kwh: todayKwh,
            by: todayBy,
            at: todayAt.getTime(),
          },
        ]
      : [],
  );
}
