import type { HistoryResolution } from '@sunfleet/contract';
import { aggregateOf, type PointAggregate, type PointKind } from '@sunfleet/device-model';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { ROLLED_POINTS } from '../roll-up/rolled-points.ts';
import { askInZone } from '../ask-in-zone.ts';
import { inOrder } from './in-order.ts';
import { breakAtGaps } from './series-gaps.ts';

export interface SeriesQuery {
  device: number;
  point: number;
  /** What stands for a bucket follows from it. */
  kind: PointKind;
  /** Epoch milliseconds. */
  from: number;
  to: number;
  resolution: HistoryResolution;
  /** Zone in which hours and days are cut. */
  zone: string;
  /** Values of the line that are answered. */
  most: number;
}

export interface PointLine {
  times: number[];
  values: (number | null)[];
  min?: (number | null)[];
  max?: (number | null)[];
}

const MINUTE_MS = 60_000;
/** Milliseconds of one bucket, for finding gaps; raw samples so close are one line, though a few are missing. */
const STEP_MS: Readonly<Record<HistoryResolution, number>> = {
  raw: 5000,
  '5m': 5 * MINUTE_MS,
  hour: 60 * MINUTE_MS,
  day: 25 * 60 * MINUTE_MS,
};
const ROLLED = new Set(ROLLED_POINTS);

/**
 * One point's line; buckets carry mean (or what stands for a bucket of its kind), least and greatest value. Undefined for a line with
 * more values than are answered, of which no more was read than that takes to know.
 */
export async function readSeriesOf(db: SamplesDb, query: SeriesQuery): Promise<PointLine | undefined> {
  if (query.resolution === 'raw') return readRaw(db, query);
  const rolled = ROLLED.has(query.point);
  const statement = rolled ? rolledSql(query) : rawSql(query);
  const columns = await askInZone(query.zone, query.to, (zone) =>
    db.columns(statement, paramsOf({ ...query, zone })),
  );
  if (columns.t!.length > query.most) return undefined;
  const line = breakAtGaps(
    {
      times: (columns.t as number[]).map((seconds) => seconds * 1000),
      columns: [columns.v, columns.low, columns.high] as (number | null)[][],
    },
    STEP_MS[query.resolution],
  );
  const [values = [], min = [], max = []] = line.columns;
  return { times: line.times, values, min, max };
}

/**
 * Without FINAL and unsorted: one thread suffices for one point, and the older query planner is faster for so simple a query. Where parts of the store
 * that are not merged yet say two things of a time, as after an import over what was there, or seem to say too much, the store is asked which came last.
 */
async function readRaw(db: SamplesDb, query: SeriesQuery): Promise<PointLine | undefined> {
  const line = (await readSamples(db, query, '')) ?? (await readSamples(db, query, 'FINAL'));
  if (!line) return undefined;
  const { times, columns } = breakAtGaps({ times: line.times, columns: [line.values] }, STEP_MS.raw);
  return { times, values: columns[0] ?? [] };
}

/** Samples in order; undefined for more than are answered, and where a time has two values. */
async function readSamples(db: SamplesDb, query: SeriesQuery, final: 'FINAL' | '') {
  const { t, v } = await db.columns(
    `SELECT toUnixTimestamp64Milli(time) AS t, value AS v FROM samples ${final} WHERE ${KEY}
       AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
     LIMIT {limit:UInt32} SETTINGS max_threads = 1, enable_analyzer = 0`,
    paramsOf(query),
  );
  return t!.length > query.most ? undefined : inOrder(t as number[], v as (number | null)[]);
}

const KEY = 'device = {device:UInt32} AND point = {point:UInt32}';

const paramsOf = ({ device, point, from, to, zone, most }: SeriesQuery) => ({
  device,
  point,
  from: Math.floor(from),
  to: Math.ceil(to),
  fromSeconds: Math.floor(from / 1000),
  toSeconds: Math.ceil(to / 1000),
  zone,
  limit: most + 1,
});

/** Start of the bucket of a time column, in UTC seconds. */
function bucketOf(column: string, resolution: HistoryResolution): string {
  if (resolution === '5m') return `toUnixTimestamp(toStartOfFiveMinutes(${column}))`;
  const local = `toTimeZone(${column}, {zone:String})`;
  // The start of a local day as an instant; a date alone has none.
  return resolution === 'hour'
    ? `toUnixTimestamp(toStartOfHour(${local}))`
    : `toUnixTimestamp(toStartOfDay(${local}))`;
}

/** Only gauges are rolled up, and a gauge stands for its bucket by its mean. */
function rolledSql({ resolution }: SeriesQuery): string {
  return `SELECT ${bucketOf('bucket', resolution)} AS t, toFloat32(sum(avg * n) / sum(n)) AS v, min(r.min) AS low, max(r.max) AS high
    FROM rollup_5m AS r FINAL WHERE ${KEY}
      AND bucket >= toDateTime({fromSeconds:UInt32}, 'UTC') AND bucket < toDateTime({toSeconds:UInt32}, 'UTC')
    GROUP BY t ORDER BY t LIMIT {limit:UInt32}`;
}

const FROM_SAMPLES: Readonly<Record<PointAggregate, string>> = {
  avg: 'avg(value)',
  last: 'argMax(value, time)',
  max: 'max(value)',
  min: 'min(value)',
};

function rawSql({ kind, resolution }: SeriesQuery): string {
  const value = FROM_SAMPLES[aggregateOf(kind)];
  return `SELECT ${bucketOf('time', resolution)} AS t, ${value} AS v, min(value) AS low, max(value) AS high
    FROM samples FINAL WHERE ${KEY}
      AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})
    GROUP BY t ORDER BY t LIMIT {limit:UInt32}`;
}
