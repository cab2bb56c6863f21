import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { isPower } from './believed-means.ts';
import type { TouchedRange } from './dirty-ranges.ts';
import { BUCKET_MS, ceilBucket, floorBucket } from './energy-cells.ts';
import { MOST_AT_LEAST_W } from './likely-power.ts';
import { ROLLED_POINTS } from './rolled-points.ts';

/** Computes the five-minute means of devices again over the buckets that the ranges touch, inside the engine. */
export async function rollUpPoints(
  db: SamplesDb,
  ranges: readonly TouchedRange[],
  version: number,
): Promise<void> {
  if (ranges.length === 0) return;
  const from = floorBucket(Math.min(...ranges.map((range) => range.from)));
  const to = ceilBucket(Math.max(...ranges.map((range) => range.to)) + 1);
  await db.command(
    `INSERT INTO rollup_5m (device, point, bucket, avg, min, max, n, version)
     SELECT device, point, toStartOfFiveMinutes(time) AS bucket, avg(value), min(value), max(value), count(), {version:UInt64}
     FROM samples FINAL
     WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
       AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
     GROUP BY device, point, bucket`,
    { devices: [...new Set(ranges.map((range) => range.device))], points: ROLLED_POINTS, from, to, version },
  );
}

/** Five-minute means by device and point: values at bucket starts, NaN where there is none. */
export interface Means {
  start: number;
  length: number;
  of(device: number, point: number): Float64Array | undefined;
  /** The greatest amount of the readings of each mean; undefined where all are small enough to be believed of any device. */
  peaksOf(device: number, point: number): Float64Array | undefined;
}

interface MeanRow {
  device: number;
  point: number;
  buckets: number[];
  values: number[];
  peaks: number[];
}

/** Up to this any device is believed, in the unit of the point: powers, and light, air and charge. */
const SMALL = `if(point IN {powers:Array(UInt32)}, ${MOST_AT_LEAST_W}, 100)`;

/** Reads means of [start, end), which lie on bucket borders. */
export async function readMeans(
  db: SamplesDb,
  request: { devices: readonly number[]; points: readonly number[]; start: number; end: number },
): Promise<Means> {
  const { start, end } = request;
  const length = Math.max(0, (end - start) / BUCKET_MS);
  const found = new Map<string, Float64Array>();
  const peaks = new Map<string, Float64Array>();
  const means: Means = {
    start,
    length,
    of: (device, point) => found.get(`${device}/${point}`),
    peaksOf: (device, point) => peaks.get(`${device}/${point}`),
  };
  if (request.devices.length === 0 || length === 0) return means;
  const rows = await db.query<MeanRow>(
    `SELECT device, point, groupArray(toUnixTimestamp(bucket)) AS buckets, groupArray(avg) AS values,
       if(max(greatest(abs(r.min), abs(r.max))) > ${SMALL}, groupArray(greatest(abs(r.min), abs(r.max))), []) AS peaks
     FROM rollup_5m AS r FINAL
     WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
       AND bucket >= toDateTime({from:UInt32}, 'UTC') AND bucket < toDateTime({to:UInt32}, 'UTC')
     GROUP BY device, point`,
    {
      devices: request.devices,
      points: request.points,
      powers: request.points.filter(isPower),
      from: start / 1000,
      to: end / 1000,
    },
  );
  const placed = (buckets: readonly number[], of: readonly number[]) => {
    const values = new Float64Array(length).fill(NaN);
    for (const [i, bucket] of buckets.entries()) values[(bucket * 1000 - start) / BUCKET_MS] = of[i] ?? NaN;
    return values;
  };
  for (const row of rows) {
    const key = `${row.device}/${row.point}`;
    found.set(key, placed(row.buckets, row.values));
    if (row.peaks.length > 0) peaks.set(key, placed(row.buckets, row.peaks));
  }
  return means;
}

/** Joins two known values over at most `limit` empty buckets between them by a straight line. */
export function bridge(values: Float64Array, limit: number): void {
  let last = -1;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) continue;
    const gap = i - last;
    if (last >= 0 && gap > 1 && gap - 1 <= limit) {
      const before = values[last] ?? 0;
      for (let j = last + 1; j < i; j += 1) values[j] = before + ((value - before) * (j - last)) / gap;
    }
    last = i;
  }
}
