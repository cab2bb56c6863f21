import { dayRange, LIGHT_SOURCES, localDayOf, sourceCode } from '@sunfleet/analysis';
import { EXPECTED_BY, type ExpectedBy } from '@sunfleet/contract';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FleetStation } from '../fleet/index.ts';
import { BUCKET_MS } from './buckets.ts';

/** What a station should have given since its local midnight, kWh, and what most of it rests on. */
export interface ComputedDay {
  start: number;
  kwh: number;
  by: ExpectedBy;
}

const BY = {
  poa: 'sensor',
  ghi: 'sensor',
  weather: 'weather',
  peers: 'peers',
  clearSky: 'clearSky',
} as const;
const KWH = BUCKET_MS / 3_600_000 / 1000;

/** `p50` in kWh by what it rests on, in the order of `EXPECTED_BY`. */
const SUMS = EXPECTED_BY.map((by) => {
  const codes = LIGHT_SOURCES.filter((source) => BY[source] === by).map(sourceCode);
  return `sumIf(p50, source IN (${codes.join(', ')})) * ${KWH}`;
}).join(', ');

/** Sums the running local days of stations of any zones from their stored five minutes up to `now`. */
export async function sumRunningDays(
  samples: SamplesDb,
  stations: readonly FleetStation[],
  now: number,
): Promise<ReadonlyMap<number, ComputedDay>> {
  if (stations.length === 0) return new Map();
  const starts = stations.map(({ timeZone }) => dayRange(localDayOf(now, timeZone), timeZone).start);
  const rows = await samples.query<{ station: number; sums: number[] }>(
    `SELECT station, [${SUMS}] AS sums FROM expected_power_5m FINAL
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
  const sumsOf = new Map(rows.map(({ station, sums }) => [station, sums]));
  return new Map(
    stations.flatMap(({ id }, at): [number, ComputedDay][] => {
      const sums = sumsOf.get(id);
      if (!sums) return [];
      const most = sums.indexOf(Math.max(...sums));
      const kwh = sums.reduce((sum, part) => sum + part, 0);
      return [[id, { start: starts[at]!, kwh, by: kwh > 0 ? EXPECTED_BY[most]! : 'clearSky' }]];
    }),
  );
}

/** Running days that were computed after a time, each with up to when it is and when that was said. */
export async function readComputedDays(
  db: Db,
  since: number,
): Promise<(ComputedDay & { station: number; until: number; at: number })[]> {
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
            start: todayStart.getTime(),
            until: computedUntil.getTime(),
            kwh: todayKwh,
            by: todayBy,
            at: todayAt.getTime(),
          },
        ]
      : [],
  );
}
