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

/** Samples that are held at once. More are tens of megabytes of text each, which a device can send by the thousand in a second. */
const MOST = 1_000_000;
/** Samples of one series: all of a day of one a second, and one a minute of a long span. What is made of them is made in one go. */
const MOST_OF_EACH = 90_000;
const LEAST_STEP_MS = 60_000;

const mostOfEach = ({ from, to }: Pick<SeriesRequest, 'from' | 'to'>): number =>
  Math.max(MOST_OF_EACH, (to - from) / LEAST_STEP_MS);

/** Samples of the span in time order, each time once. Of a span with very many the last of each stretch stands for the others. */
export async function readSeries(
  db: SamplesDb,
  request: SeriesRequest,
  most: number = MOST,
): Promise<SeriesByDevice> {
  return (await readFewSeries(db, request, most)) ?? readThinned(db, request, most);
}

/** The same, all of them; undefined where they are too many to be held. */
export async function readFewSeries(
  db: SamplesDb,
  request: SeriesRequest,
  most: number = MOST,
): Promise<SeriesByDevice | undefined> {
  if (request.devices.length === 0 || request.points.length === 0) return new Map();
  const params = paramsOf(request);
  const [counted] = await db.query<{ n: number; longest: number }>(
    `SELECT sum(each) AS n, max(each) AS longest FROM (
       SELECT count() AS each FROM samples WHERE ${WHERE} GROUP BY device, point)`,
    params,
  );
  const { n, longest } = counted!;
  if (n > most || longest > mostOfEach(request)) return undefined;
  return gather(await db.query(`${SELECT} FROM samples FINAL WHERE ${WHERE} GROUP BY device, point`, params));
}

/** One sample of each stretch, which are as long as they have to be so that no more are read than can be held. */
async function readThinned(db: SamplesDb, request: SeriesRequest, most: number): Promise<SeriesByDevice> {
  const { devices, points, from, to } = request;
  const share = most / (devices.length * points.length);
  const ofEach = Math.max(1, Math.floor(Math.min(share, mostOfEach(request))));
  const stretch = Math.ceil((Math.ceil(to) - Math.floor(from) + 1) / ofEach);
  const rows = await db.query<SeriesRow>(
    `SELECT device, point, groupArray(at) AS times, groupArray(last) AS values FROM (
       SELECT device, point, max(toUnixTimestamp64Milli(time)) AS at, argMax(value, time) AS last
         FROM samples FINAL WHERE ${WHERE}
        GROUP BY device, point, intDiv(toUnixTimestamp64Milli(time) - {from:Int64}, {stretch:Int64})
     ) GROUP BY device, point`,
    { ...paramsOf(request), stretch },
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
