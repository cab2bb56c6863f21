import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import { LATE_AFTER_MS } from '../ingest/block-store.ts';
import { lateSamples } from './late-samples.ts';

const DEVICES_PER_READ = 2000;
/** Samples that are held in memory at once. */
const SAMPLES_PER_READ = 200_000;
/** Newest samples of one device that are read: some days of a device that says something else each second. */
const SAMPLES_OF_DEVICE = 200_000;

export interface StoredSinceQuery {
  /** Epoch milliseconds: everything that was stored from then on is read, and some of what was stored before. */
  since: number;
  points: readonly number[];
  /** Devices of which zeros matter, too. */
  devices: readonly number[];
}

/** Samples of some devices, by device and time. */
export interface StoredPart {
  samples: SampleBlock;
  /** What is older than this came late. */
  recentFrom: number;
}

/** Sizes of what is read at once, smaller in tests. */
interface Bounds {
  perRead: number;
  ofDevice: number;
}

/**
 * Samples of some points that were stored since a time, of every device that sent one other than zero and of those named.
 * Samples have no time of arrival. What was recent when it came is found by its own time, what was late by its late mark; both
 * were durable before the device was acknowledged. A device that sent very many is read from its newest ones back, as far as there is
 * room: a start must not depend on how much somebody has sent.
 */
export async function* storedSince(
  db: SamplesDb,
  query: StoredSinceQuery,
  bounds: Bounds = { perRead: SAMPLES_PER_READ, ofDevice: SAMPLES_OF_DEVICE },
): AsyncGenerator<StoredPart> {
  const recentFrom = query.since - LATE_AFTER_MS;
  const params = { points: query.points, since: Math.floor(query.since), recentFrom: Math.floor(recentFrom) };
  const wanted = new Set([...query.devices, ...(await readTelling(db, params))]);
  for (const devices of chunks([...wanted])) {
    for (const part of partsOf(await countSamples(db, params, devices), bounds)) {
      yield { samples: await readSamples(db, { ...params, devices: part }, bounds), recentFrom };
    }
  }
}

interface Params extends Record<string, unknown> {
  points: readonly number[];
  since: number;
  recentFrom: number;
}

const RECENT = `point IN {points:Array(UInt32)} AND time >= fromUnixTimestamp64Milli({recentFrom:Int64})`;
const LATE = `point IN {points:Array(UInt32)} AND time < fromUnixTimestamp64Milli({recentFrom:Int64})`;
const DEVICES = 'device IN {devices:Array(UInt32)}';

/** What was stored of some devices: once, although a late mark and another may both tell of a sample. */
const STORED = `(
  SELECT device, point, time, value FROM samples FINAL WHERE ${DEVICES} AND ${RECENT}
  UNION ALL
  SELECT DISTINCT device, point, time, value FROM ${lateSamples(`${DEVICES} AND ${LATE}`, DEVICES)})`;

/** Devices that told something other than zero. */
async function readTelling(db: SamplesDb, params: Params): Promise<number[]> {
  const { device = [] } = await db.columns(
    `SELECT DISTINCT device FROM (
       SELECT device FROM samples WHERE ${RECENT} AND value != 0
       UNION ALL
       SELECT device FROM ${lateSamples(`${LATE} AND value != 0`, 'true')})`,
    params,
  );
  return device.map(Number);
}

async function countSamples(
  db: SamplesDb,
  params: Params,
  devices: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { device = [], n = [] } = await db.columns(
    `SELECT device, count() AS n FROM ${STORED} GROUP BY device ORDER BY device`,
    { ...params, devices },
  );
  return new Map(device.map((id, row) => [Number(id), Number(n[row])]));
}

/** Devices that are read together. */
function* partsOf(counts: ReadonlyMap<number, number>, { perRead, ofDevice }: Bounds): Generator<number[]> {
  let part: number[] = [];
  let samples = 0;
  for (const [device, count] of counts) {
    const read = Math.min(count, ofDevice);
    if (part.length > 0 && samples + read > perRead) {
      yield part;
      part = [];
      samples = 0;
    }
    part.push(device);
    samples += read;
  }
  if (part.length > 0) yield part;
}

async function readSamples(
  db: SamplesDb,
  params: Params & { devices: readonly number[] },
  { ofDevice }: Bounds,
): Promise<SampleBlock> {
  const columns = await db.columns(
    `SELECT device, point, toUnixTimestamp64Milli(time) AS at, value FROM (
       SELECT * FROM ${STORED} ORDER BY device, time DESC LIMIT {ofDevice:UInt32} BY device)
     ORDER BY device, time, point`,
    { ...params, ofDevice },
  );
  const { device = [], point = [], at = [], value = [] } = columns;
  const block = createSampleColumns(Math.max(1, device.length));
  for (let row = 0; row < device.length; row += 1)
    block.add(Number(device[row]), Number(point[row]), Number(at[row]), Number(value[row]));
  return block;
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += DEVICES_PER_READ) {
    yield items.slice(from, from + DEVICES_PER_READ);
  }
}
