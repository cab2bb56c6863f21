import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { PowerMean } from './implausible-power.ts';

/** Rows of older versions may be counted here, so this only says whom to look at more closely. */
const HIGHEST = `SELECT station, max(pv) AS most FROM station_power_5m
  WHERE bucket >= toDateTime({since:UInt32}, 'UTC') AND pv > 0 GROUP BY station`;

const ABOVE = `SELECT station, toUnixTimestamp(bucket) AS t, pv AS watts FROM station_power_5m FINAL
  WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({since:UInt32}, 'UTC')
    AND pv > transform(station, {stations:Array(UInt32)}, {limits:Array(Float64)}, inf)
  ORDER BY station, t`;

/** Stations of one answer: each may have a dozen means, and between two answers everything else has its turn. */
const AT_ONCE = 2000;

/** Means of five minutes above the limit of their station (W; undefined: none), by station, in order of time. */
export async function readHighPowers(
  db: SamplesDb,
  { since, limitOf }: { since: number; limitOf: (station: number) => number | undefined },
): Promise<ReadonlyMap<number, PowerMean[]>> {
  const seconds = Math.floor(since / 1000);
  const highest = await db.columns(HIGHEST, { since: seconds });
  const stations: number[] = [];
  const limits: number[] = [];
  for (const [row, id] of (highest.station ?? []).entries()) {
    const limit = limitOf(Number(id));
    if (limit === undefined || Number(highest.most?.[row]) <= limit) continue;
    stations.push(Number(id));
    limits.push(limit);
  }
  const found = new Map<number, PowerMean[]>();
  for (let from = 0; from < stations.length; from += AT_ONCE) {
    const [part, above] = [stations, limits].map((all) => all.slice(from, from + AT_ONCE));
    const params = { since: seconds, stations: part, limits: above };
    const { station = [], t = [], watts = [] } = await db.columns(ABOVE, params);
    for (const [row, id] of station.entries()) {
      const means = found.get(Number(id)) ?? [];
      found.set(Number(id), means);
      means.push({ start: Number(t[row]) * 1000, watts: Number(watts[row]) });
    }
  }
  return found;
}
