import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { nativeSamples } from '../ingest/native-samples.ts';
import { lateSamples } from '../stored-since/late-samples.ts';
import { createSampleColumns, type SampleColumns } from '../../../platform/sample-columns.ts';

/** Row of table `latest` that belongs to no device: when the table was last written, and whether everything was (1). */
const MARK = { device: 0, point: 0 };

/** Writes newest values and, where it is given, the mark that says how far the table goes. `clean`: nothing can be missing. */
export async function writeLatest(
  samples: SamplesDb,
  rows: SampleColumns,
  mark?: { at: number; clean: boolean },
): Promise<void> {
  // A cluster stores what belongs to several shards at several moments: there the mark follows when the rows are safe.
  if (mark && samples.kind === 'remote' && rows.length > 0) {
    await samples.insertNative('latest', nativeSamples(rows));
    rows.truncate(0);
  }
  if (mark) rows.add(MARK.device, MARK.point, mark.at, mark.clean ? 1 : 0);
  await samples.insertNative('latest', nativeSamples(rows));
}

/** When the table was last written (epoch milliseconds) and whether it was complete then; undefined before the first time. */
export async function readMark(samples: SamplesDb): Promise<{ at: number; clean: boolean } | undefined> {
  const [row] = await samples.query<{ at: number; value: number }>(
    'SELECT toUnixTimestamp64Milli(time) AS at, value FROM latest FINAL WHERE device = 0 AND point = 0',
  );
  return row && { at: row.at, clean: row.value === 1 };
}

/** Newest values of devices, as far as they were written. */
export async function readLatest(samples: SamplesDb, devices: readonly number[]): Promise<SampleBlock> {
  const columns = await samples.columns(
    `SELECT device, point, toUnixTimestamp64Milli(time) AS at, value FROM latest FINAL
     WHERE device IN {devices:Array(UInt32)}`,
    { devices },
  );
  return blockOf(columns);
}

/** Newest values of devices, of the table and of samples since a time (epoch milliseconds), which the table may not have yet. */
export async function readNewest(
  samples: SamplesDb,
  devices: readonly number[],
  since: number,
): Promise<SampleBlock> {
  const columns = await samples.columns(
    `SELECT device, point, toUnixTimestamp64Milli(max(of.time)) AS at, argMax(of.value, of.time) AS value FROM (
       SELECT device, point, time, value FROM latest FINAL WHERE device IN {devices:Array(UInt32)}
       UNION ALL
       SELECT device, point, time, value FROM samples
       WHERE device IN {devices:Array(UInt32)} AND time >= fromUnixTimestamp64Milli({since:Int64})) AS of
     GROUP BY device, point ORDER BY device, point`,
    { devices, since: Math.floor(since) },
  );
  return blockOf(columns);
}

/**
 * Writes into the table what may have been stored after it was written last: the newest values among samples of times from
 * `since` on, and among late samples, which their marks tell of. Epoch milliseconds. The values never leave the store.
 */
export async function bringUpLatest(samples: SamplesDb, since: number): Promise<void> {
  const recent = 'SELECT * FROM samples WHERE time >= fromUnixTimestamp64Milli({since:Int64})';
  await takeNewest(samples, `(${recent})`, since);
  await takeNewest(samples, lateSamples('true', 'true'), since);
}

/** The same for some devices. */
export async function bringUpDevices(
  samples: SamplesDb,
  devices: readonly number[],
  since: number,
): Promise<void> {
  const marks = await samples.query<{ device: number; from: number }>(
    `SELECT device, toUnixTimestamp64Milli(min(m.from)) AS from FROM late_marks AS m
     WHERE device IN {devices:Array(UInt32)} AND at >= fromUnixTimestamp64Milli({since:Int64}) GROUP BY device`,
    { devices, since: Math.floor(since) },
  );
  const late = new Map(marks.map(({ device, from }) => [device, from]));
  for (const device of devices) {
    const from = Math.min(since, late.get(device) ?? since);
    const own = `SELECT * FROM samples WHERE device = ${device} AND time >= fromUnixTimestamp64Milli({since:Int64})`;
    await takeNewest(samples, `(${own})`, from);
  }
}

async function takeNewest(samples: SamplesDb, from: string, since: number): Promise<void> {
  await samples.command(
    `INSERT INTO latest SELECT device, point, max(stored.time), argMax(value, stored.time)
     FROM ${from} AS stored GROUP BY device, point`,
    { since: Math.floor(since) },
  );
}

function blockOf(columns: Awaited<ReturnType<SamplesDb['columns']>>): SampleBlock {
  const { device = [], point = [], at = [], value = [] } = columns;
  const block = createSampleColumns(Math.max(1, device.length));
  for (let row = 0; row < device.length; row += 1) {
    block.add(Number(device[row]), Number(point[row]), Number(at[row]), Number(value[row]));
  }
  return block;
}
