import { LIGHT_SOURCES, sourceCode, type LightSource } from '@sunfleet/analysis';
import { columnBytes } from '../../platform/clickhouse/native-block.ts';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { askInZone } from '../telemetry/index.ts';
import { BUCKET_MS } from './buckets.ts';
import type { StationCurve } from './expect-station.ts';

/** A curve of a station from a bucket on. */
export interface PlacedCurve {
  station: number;
  from: number;
  curve: StationCurve;
}

/** Writes expected powers; those of the same buckets written before are replaced. `version` was taken before anything was read. */
export async function writeExpected(
  db: SamplesDb,
  placed: readonly PlacedCurve[],
  version: number,
): Promise<void> {
  const rows = placed.reduce((sum, { curve }) => sum + curve.p50.length, 0);
  if (rows === 0) return;
  const station = new Uint32Array(rows);
  const bucket = new Uint32Array(rows);
  const source = new Uint8Array(rows);
  const calibration = new Uint32Array(rows);
  const powers = {
    p10: new Float32Array(rows),
    p50: new Float32Array(rows),
    p90: new Float32Array(rows),
    bound: new Float32Array(rows),
    plane: new Float32Array(rows),
  };
  let at = 0;
  for (const { station: id, from, curve } of placed) {
    const { length } = curve.p50;
    station.fill(id, at, at + length);
    for (let row = 0; row < length; row += 1) bucket[at + row] = (from + row * BUCKET_MS) / 1000;
    for (const name of ['p10', 'p50', 'p90', 'bound', 'plane'] as const) powers[name].set(curve[name], at);
    source.set(curve.source, at);
    calibration.set(curve.calibration, at);
    at += length;
  }
  const column = (name: string, type: string, array: Parameters<typeof columnBytes>[0]) => ({
    name,
    type,
    bytes: columnBytes(array, rows),
  });
  await db.insertNative('expected_power_5m', {
    rows,
    columns: [
      column('station', 'UInt32', station),
      column('bucket', "DateTime('UTC')", bucket),
      column('p10', 'Float32', powers.p10),
      column('p50', 'Float32', powers.p50),
      column('p90', 'Float32', powers.p90),
      column('bound', 'Float32', powers.bound),
      column('source', 'UInt8', source),
      column('calibration', 'UInt32', calibration),
      column('version', 'UInt64', new BigUint64Array(rows).fill(BigInt(version))),
      // Columns stand in the order of the table.
      column('plane', 'Float32', powers.plane),
    ],
  });
}

const KINDS: Readonly<Record<LightSource, string>> = {
  poa: 'sensor',
  ghi: 'sensor',
  weather: 'weather',
  peers: 'peers',
  clearSky: 'clear_sky',
};

/** kWh of five minutes at a power in W. */
const KWH = BUCKET_MS / 3_600_000 / 1000;

/** `p50` in kWh by each kind of source, as columns of a query. */
export const SUMS_BY_SOURCE = [...new Set(Object.values(KINDS))]
  .map((kind) => {
    const codes = LIGHT_SOURCES.filter((source) => KINDS[source] === kind).map(sourceCode);
    return `sumIf(p50, source IN (${codes.join(', ')})) * ${KWH} AS ${kind}_kwh`;
  })
  .join(', ');

/** Bands and bound in kWh, as columns of a query. */
export const SUMS = ['p10', 'p50', 'p90', 'bound']
  .map((name) => `sum(${name}) * ${KWH} AS ${name}_kwh`)
  .join(', ');

/** Sums local days of stations of one zone again from their five minutes. [from, to) are borders of days, epoch milliseconds. */
export async function sumDays(
  db: SamplesDb,
  { stations, zone, from, to }: { stations: readonly number[]; zone: string; from: number; to: number },
  version: number,
): Promise<void> {
  await askInZone(zone, from, (known) =>
    db.command(
      `INSERT INTO expected_energy_days (station, day, p10, p50, p90, bound, sensor, weather, peers, clear_sky, buckets, version)
       SELECT station, toDate(bucket, {zone:String}) AS local, ${SUMS}, ${SUMS_BY_SOURCE}, count(), {version:UInt64}
       FROM expected_power_5m FINAL
       WHERE station IN {stations:Array(UInt32)} AND bucket >= toDateTime({from:UInt32}, 'UTC')
         AND bucket < toDateTime({to:UInt32}, 'UTC')
       GROUP BY station, local`,
      { stations: [...stations], zone: known, from: from / 1000, to: to / 1000, version },
    ),
  );
}
