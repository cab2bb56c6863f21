import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';

export const HALF_HOUR_MS = 1_800_000;

/** Mean powers of half hours, W; NaN where nothing is known. */
export interface HalfHours {
  pv: Float64Array;
  load: Float64Array;
}

/** Half hours of stations from `from` (epoch milliseconds, a local midnight) on. A station of which nothing is known then is left out. */
export async function readHalfHours(
  samples: SamplesDb,
  { stations, from, length }: { stations: readonly number[]; from: number; length: number },
): Promise<ReadonlyMap<number, HalfHours>> {
  const found = new Map<number, HalfHours>();
  if (stations.length === 0 || length <= 0) return found;
  const {
    station = [],
    place = [],
    pv = [],
    load = [],
  } = await samples.columns(
    `SELECT station, intDiv(toUnixTimestamp(bucket) - {from:UInt32}, 1800) AS place, avg(pv) AS pv, avg(load) AS load
     FROM station_power_5m FINAL
     WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC')
     GROUP BY station, place`,
    { stations: [...stations], from: from / 1000, to: (from + length * HALF_HOUR_MS) / 1000 },
  );
  const column = () => new Float64Array(length).fill(NaN);
  for (const [row, id] of station.entries()) {
    const of = found.get(Number(id)) ?? { pv: column(), load: column() };
    found.set(Number(id), of);
    of.pv[Number(place[row])] = known(pv[row]);
    of.load[Number(place[row])] = known(load[row]);
  }
  return found;
}

const known = (value: number | string | null | undefined) => (typeof value === 'number' ? value : NaN);
