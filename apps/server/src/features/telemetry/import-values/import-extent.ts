import { localTable } from '../../../platform/clickhouse/cluster-tables.ts';
import { onCluster } from '../../../platform/clickhouse/on-cluster.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { DirtyRanges, type TouchedRange } from '../roll-up/dirty-ranges.ts';

/** Ids of the devices that an import wrote to, in order. */
export async function importDevices(samples: SamplesDb, importId: number): Promise<number[]> {
  const { device = [] } = await samples.columns(
    'SELECT DISTINCT device FROM import_values WHERE import = {import:UInt32} ORDER BY device',
    { import: importId },
  );
  return device.map(Number);
}

/** Values that stood in the place of an import's and would come back. */
export async function countOverwritten(samples: SamplesDb, importId: number): Promise<number> {
  const [row] = await samples.query<{ n: number }>(
    'SELECT count() AS n FROM import_overwritten FINAL WHERE import = {import:UInt32} AND value IS NOT NULL',
    { import: importId },
  );
  return row?.n ?? 0;
}

/** Times that an import wrote of some devices, and the points it wrote of each. */
export interface ImportExtent {
  ranges: TouchedRange[];
  points: ReadonlyMap<number, ReadonlySet<number>>;
}

export async function importExtent(
  samples: SamplesDb,
  importId: number,
  devices: readonly number[],
): Promise<ImportExtent> {
  const rows = await samples.query<{ device: number; from: number; to: number; points: number[] }>(
    `SELECT device, toUnixTimestamp64Milli(min(time)) AS from, toUnixTimestamp64Milli(max(time)) AS to,
       groupUniqArray(point) AS points
     FROM import_values WHERE import = {import:UInt32} AND device IN {devices:Array(UInt32)}
     GROUP BY device, toStartOfDay(time) ORDER BY device, from`,
    { import: importId, devices },
  );
  const ranges = new DirtyRanges();
  const points = new Map<number, Set<number>>();
  for (const row of rows) {
    ranges.add(row.device, row.from, row.to);
    points.set(row.device, new Set([...(points.get(row.device) ?? []), ...row.points]));
  }
  return { ranges: ranges.take(), points };
}

/** Forgets what an import wrote: it cannot be taken back any more. */
export async function forgetImport(
  samples: SamplesDb,
  importId: number,
  cluster: string | undefined,
): Promise<void> {
  for (const table of ['import_values', 'import_overwritten']) {
    await samples.command(
      `DELETE FROM ${localTable(table, cluster)} ${onCluster(cluster)} WHERE import = {import:UInt32}`,
      { import: importId },
    );
  }
}
