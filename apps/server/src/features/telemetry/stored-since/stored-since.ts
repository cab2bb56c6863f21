import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import { LATE_AFTER_MS } from '../ingest/block-store.ts';

const DEVICES_PER_READ = 2000;

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

/**
 * Samples of some points that were stored since a time, of every device that sent one other than zero and of those named.
 * Samples have no time of arrival. What was recent when it came is found by its own time, what was late by its late mark; both
 * were durable before the device was acknowledged.
 */
export async function* storedSince(db: SamplesDb, query: StoredSinceQuery): AsyncGenerator<StoredPart> {
  const recentFrom = query.since - LATE_AFTER_MS;
  const late = await readLate(db, query.since, recentFrom);
  const recent = new Set([...query.devices, ...(await readTelling(db, query.points, recentFrom))]);
  const tellingLate = await readTellingLate(db, query.points, late);
  for (const devices of chunks([...new Set([...recent, ...tellingLate])])) {
    yield { samples: await readSamples(db, { ...query, devices }, { recentFrom, late }), recentFrom };
  }
}

type LateSpans = ReadonlyMap<number, { from: number; to: number }>;

async function readLate(db: SamplesDb, since: number, recentFrom: number): Promise<LateSpans> {
  const rows = await db.query<{ device: number; from: number; to: number }>(
    `SELECT device, toUnixTimestamp64Milli(min(m.from)) AS from, toUnixTimestamp64Milli(max(m.to)) AS to
     FROM late_marks AS m WHERE at >= fromUnixTimestamp64Milli({since:Int64}) GROUP BY device`,
    { since },
  );
  return new Map(rows.map(({ device, from, to }) => [device, { from, to: Math.min(to, recentFrom - 1) }]));
}

async function readTelling(db: SamplesDb, points: readonly number[], from: number): Promise<number[]> {
  const { device = [] } = await db.columns(
    `SELECT DISTINCT device FROM samples
     WHERE point IN {points:Array(UInt32)} AND time >= fromUnixTimestamp64Milli({from:Int64}) AND value != 0`,
    { points, from },
  );
  return device.map(Number);
}

async function readTellingLate(db: SamplesDb, points: readonly number[], late: LateSpans): Promise<number[]> {
  const found: number[] = [];
  for (const devices of chunks([...late.keys()])) {
    const { device = [] } = await db.columns(
      `SELECT DISTINCT device FROM samples
       WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)} AND value != 0
         AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`,
      { devices, points, ...spanOf(devices, late) },
    );
    for (const id of device) found.push(Number(id));
  }
  return found;
}

async function readSamples(
  db: SamplesDb,
  { devices, points }: StoredSinceQuery,
  { recentFrom, late }: { recentFrom: number; late: LateSpans },
): Promise<SampleBlock> {
  const { from } = spanOf(devices, late);
  const columns = await db.columns(
    `SELECT device, point, toUnixTimestamp64Milli(time) AS at, value FROM samples FINAL
     WHERE device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
       AND time >= fromUnixTimestamp64Milli({from:Int64})
     ORDER BY device, time, point`,
    { devices, points, from: Math.min(from, recentFrom) },
  );
  const { device = [], point = [], at = [], value = [] } = columns;
  const block = createSampleColumns(Math.max(1, device.length));
  for (let row = 0; row < device.length; row += 1) {
    const [id, time] = [Number(device[row]), Number(at[row])];
    const span = late.get(id);
    const wanted = time >= recentFrom || (span && time >= span.from && time <= span.to);
    if (wanted) block.add(id, Number(point[row]), time, Number(value[row]));
  }
  return block;
}

/** From the first to the last late time of some devices. */
function spanOf(devices: readonly number[], late: LateSpans): { from: number; to: number } {
  const span = { from: Number.MAX_SAFE_INTEGER, to: 0 };
  for (const device of devices) {
    const { from, to } = late.get(device) ?? { from: span.from, to: span.to };
    span.from = Math.min(span.from, from);
    span.to = Math.max(span.to, to);
  }
  return span;
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += DEVICES_PER_READ) {
    yield items.slice(from, from + DEVICES_PER_READ);
  }
}
