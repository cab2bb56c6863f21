import { sortSamples } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Series } from './series.ts';

/** Series by device, then by point. */
export type SeriesByDevice = Map<number, Map<number, Series>>;

export interface SeriesRequest {
  devices: readonly number[];
  points: readonly number[];
  /** Epoch milliseconds, both ends included. */
  from: number;
  to: number;
  /** Leaves out readings of exactly 0. */
  nonZero?: boolean;
}

interface SeriesRow {
  device: number;
  point: number;
  times: number[];
  values: number[];
}

const SELECT = `SELECT device, point, groupArray(toUnixTimestamp64Milli(time)) AS times, groupArray(value) AS values`;
const WHERE = `device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`;

/** Samples of the span in time order, each time once. */
export async function readSeries(db: SamplesDb, request: SeriesRequest): Promise<SeriesByDevice> {
  if (request.devices.length === 0 || request.points.length === 0) return new Map();
  const rows = await db.query<SeriesRow>(
    `${SELECT} FROM samples FINAL WHERE ${WHERE} GROUP BY device, point`,
    paramsOf(request),
  );
  return gather(rows);
}

/** The few samples of each series that are nearest to the span's end (`last`) or to its begin (`first`). */
export async function readNearest(
  db: SamplesDb,
  side: 'first' | 'last',
  request: SeriesRequest,
): Promise<SeriesByDevice> {
  if (request.devices.length === 0 || request.points.length === 0) return new Map();
  const rows = await db.query<SeriesRow>(
    `${SELECT} FROM (
       SELECT device, point, time, value FROM samples FINAL WHERE ${WHERE} ${request.nonZero ? 'AND value != 0' : ''}
       ORDER BY device, point, time ${side === 'last' ? 'DESC' : 'ASC'} LIMIT ${NEAREST} BY device, point
     ) GROUP BY device, point`,
    paramsOf(request),
  );
  return gather(rows);
}

/** Enough to see in which steps a device reports. */
const NEAREST = 5;

const paramsOf = ({ devices, points, from, to }: SeriesRequest) => ({
  devices,
  points,
  from: Math.floor(from),
  to: Math.ceil(to),
});

function gather(rows: readonly SeriesRow[]): SeriesByDevice {
  const found: SeriesByDevice = new Map();
  for (const row of rows) {
    const points = found.get(row.device) ?? new Map<number, Series>();
    found.set(row.device, points);
    points.set(row.point, sortSamples(row.times, row.values));
  }
  return found;
}
