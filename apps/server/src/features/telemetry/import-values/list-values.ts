import { columnBytes, type NativeBlock } from '../../../platform/clickhouse/native-block.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { SampleBlock } from '../../../platform/ingest.ts';
import { int64Bytes, nativeSamples } from '../ingest/native-samples.ts';

/** A block of an import that is about to be stored. */
export interface ListedBlock {
  importId: number;
  /** Number of the last row of the file in it: larger than that of any block before. */
  block: number;
  values: SampleBlock;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Lists what an import is about to write, and what stands in the place of it, so that the import can be taken back. Call it before the
 * block is stored, and never again once it may be: what stands there then is the import's own. Until then it may be repeated.
 */
export async function listValues(samples: SamplesDb, listed: ListedBlock): Promise<void> {
  if (listed.values.length === 0) return;
  await samples.insertNative('import_values', nativeValues(listed));
  await listOverwritten(samples, listed);
}

function nativeValues({ importId, block, values, at }: ListedBlock): NativeBlock {
  const { rows, columns } = nativeSamples(values);
  const same = (name: string, value: number) => ({
    name,
    type: 'UInt32',
    bytes: columnBytes(new Uint32Array(rows).fill(value), rows),
  });
  return {
    rows,
    columns: [
      same('import', importId),
      same('block', block),
      ...columns,
      {
        name: 'at',
        type: "DateTime64(3, 'UTC')",
        bytes: int64Bytes(new Float64Array(rows).fill(at), rows),
      },
    ],
  };
}

const SPAN = `device IN {devices:Array(UInt32)} AND point IN {points:Array(UInt32)}
  AND time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`;

async function listOverwritten(samples: SamplesDb, { importId, block, values, at }: ListedBlock) {
  const span = { ...spanOf(values), import: importId, block, at };
  // A past that nobody measured is the rule, and then nothing is looked up row by row.
  const [found] = await samples.query<{ n: number }>(`SELECT count() AS n FROM samples WHERE ${SPAN}`, span);
  if (!found?.n) return;
  const ofImport = (which: string) =>
    `SELECT device, point, time FROM import_values WHERE import = {import:UInt32} AND block ${which} {block:UInt32} AND ${SPAN}`;
  await samples.command(
    `INSERT INTO import_overwritten (import, device, point, time, value, at, version)
     SELECT {import:UInt32}, device, point, time, value, fromUnixTimestamp64Milli({at:Int64}), {at:UInt64}
     FROM samples FINAL WHERE ${SPAN}
       AND (device, point, time) IN (${ofImport('=')}) AND (device, point, time) NOT IN (${ofImport('<')})`,
    span,
  );
}

function spanOf({ length, devices, points, times }: SampleBlock) {
  const span = { from: Infinity, to: -Infinity };
  for (let row = 0; row < length; row += 1) {
    span.from = Math.min(span.from, times[row]!);
    span.to = Math.max(span.to, times[row]!);
  }
  return {
    ...span,
    devices: [...new Set(devices.subarray(0, length))],
    points: [...new Set(points.subarray(0, length))],
  };
}
