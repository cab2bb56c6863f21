import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { BUCKET_MS } from './buckets.ts';

/** What was measured of a station in five minutes each from a start on; W, W/m2, degC. NaN: unknown. */
export interface MeasuredColumns {
  pv: Float64Array;
  poa: Float64Array;
  ghi: Float64Array;
  ambient: Float64Array;
}

const NAMES = ['pv', 'poa', 'ghi', 'ambient'] as const;

/** Stored powers and light of stations over [from, to), which lie on bucket borders, epoch milliseconds. A station without any is left out. */
export async function readMeasured(
  db: SamplesDb,
  { stations, from, to }: { stations: readonly number[]; from: number; to: number },
): Promise<Map<number, MeasuredColumns>> {
  const found = new Map<number, MeasuredColumns>();
  if (stations.length === 0 || to <= from) return found;
  const length = (to - from) / BUCKET_MS;
  const columns = await db.columns(
    `SELECT station, toUnixTimestamp(bucket) AS t, ${NAMES.join(', ')} FROM station_power_5m FINAL
     WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
       AND bucket < toDateTime({to:UInt32}, 'UTC')`,
    { stations: [...stations], from: from / 1000, to: to / 1000 },
  );
  const { station = [], t = [] } = columns;
  let last = NaN;
  let of: MeasuredColumns | undefined;
  for (const [row, id] of station.entries()) {
    if (id !== last) {
      last = Number(id);
      of = found.get(last) ?? emptyColumns(length);
      found.set(last, of);
    }
    const place = (Number(t[row]) * 1000 - from) / BUCKET_MS;
    for (const name of NAMES) of![name][place] = known(columns[name]![row]);
  }
  return found;
}

const known = (value: number | string | null | undefined) => (typeof value === 'number' ? value : NaN);

export function emptyColumns(length: number): MeasuredColumns {
  const column = () => new Float64Array(length).fill(NaN);
  return { pv: column(), poa: column(), ghi: column(), ambient: column() };
}

/** Stations whose own sensors told light and air lately: they need no weather of a service. */
export async function servedBySensors(
  db: SamplesDb,
  { stations, from, to }: { stations: readonly number[]; from: number; to: number },
): Promise<ReadonlySet<number>> {
  if (stations.length === 0) return new Set();
  const rows = await db.query<{ station: number }>(
    `SELECT station FROM station_power_5m WHERE station IN {stations:Array(UInt32)}
       AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
     GROUP BY station HAVING (countIf(poa IS NOT NULL) > 0 OR countIf(ghi IS NOT NULL) > 0) AND countIf(ambient IS NOT NULL) > 0`,
    { stations: [...stations], from: from / 1000, to: to / 1000 },
  );
  return new Set(rows.map(({ station }) => station));
}
