import { onCluster } from './on-cluster.ts';
import type { SamplesDb } from './samples-db.ts';
import { sqlText } from './sql-text.ts';

/** What a migration does beyond the statements of its file. It must come to the same end from wherever it was cut off before. */
export type MigrationStep = (
  db: SamplesDb,
  cluster: string | undefined,
  tell: (what: object, message: string) => void,
) => Promise<void>;

/** Rows that one statement copies: some seconds of work, so that no client gives up on it. */
const ROWS_AT_ONCE = 20_000_000;
/** One thread writes, so that the copy takes a few hundred megabytes of memory however large the table is. */
const BOUNDS =
  'max_threads = 2, max_insert_threads = 1, max_memory_usage = 1500000000, insert_deduplicate = 0';

/**
 * Copies the tables of points of 16 bits into those of 32 bits, a partition at a time, and exchanges them. What another server wrote to a
 * partition meanwhile has a higher block number than its copy and follows after the exchange.
 */
export const widenPoints: MigrationStep = async (db, cluster, tell) => {
  const everywhere = onCluster(cluster);
  for (const table of ['samples', 'latest', 'rollup_5m']) {
    if (!(await isWide(db, table))) {
      await copyPartitions(db, { table, everywhere, tell });
      await db.command(`EXCHANGE TABLES ${table} AND ${table}_wide ${everywhere}`);
    }
    await copyRest(db, { table, everywhere });
    await db.command(
      `ALTER TABLE ${table} ${everywhere} RESET SETTING fsync_after_insert, fsync_part_directory, min_rows_to_fsync_after_merge, min_compressed_bytes_to_fsync_after_merge`,
    );
    // Makes the exchange durable before the old rows go.
    await db.keepDefinitions();
    await db.command(`DROP TABLE ${table}_wide ${everywhere} SYNC SETTINGS max_table_size_to_drop = 0`);
  }
  await db.command(`DROP TABLE widened ${everywhere} SYNC`);
};

async function isWide(db: SamplesDb, table: string): Promise<boolean> {
  const [column] = await db.query<{ type: string }>(
    "SELECT type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} AND name = 'point'",
    { table },
  );
  return column?.type === 'UInt32';
}

/** Number of the newest copied block of each partition that was copied. */
async function copiedOf(db: SamplesDb, table: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ partition: string; block: number }>(
    'SELECT partition, max(block) AS block FROM widened WHERE table = {table:String} GROUP BY partition',
    { table },
  );
  return new Map(rows.map(({ partition, block }) => [partition, block]));
}

interface Copying {
  table: string;
  everywhere: string;
  tell: Parameters<MigrationStep>[2];
}

async function copyPartitions(db: SamplesDb, { table, everywhere, tell }: Copying): Promise<void> {
  const copied = await copiedOf(db, table);
  const found = await db.query<{ partition: string; block: number; rows: number }>(
    `SELECT partition_id AS partition, max(max_block_number) AS block, sum(rows) AS rows FROM system.parts
     WHERE active AND database = currentDatabase() AND table = {table:String} GROUP BY partition_id ORDER BY partition_id`,
    { table },
  );
  for (const { partition, block, rows } of found) {
    if (copied.has(partition)) continue;
    tell({ table, partition, rows }, 'copying measured values into a table of wider points');
    // A copy that was cut off begins again.
    await db.command(
      `ALTER TABLE ${table}_wide ${everywhere} DROP PARTITION ID ${sqlText(partition)} SETTINGS max_partition_size_to_drop = 0`,
    );
    await copyPartition(db, table, partition);
    await db.insertRows('widened', [{ table, partition, block }]);
  }
}

/** By ranges of devices, which is the order of the rows. Of rows with one key the newest is copied: a copy would lose which it is. */
async function copyPartition(db: SamplesDb, table: string, partition: string): Promise<void> {
  const [span] = await db.query<{ rows: number; first: number; last: number }>(
    `SELECT count() AS rows, min(device) AS first, max(device) AS last FROM ${table} WHERE _partition_id = {partition:String}`,
    { partition },
  );
  if (!span || span.rows === 0) return;
  const width = Math.ceil((span.last - span.first + 1) / Math.ceil(span.rows / ROWS_AT_ONCE));
  for (let from = span.first; from <= span.last; from += width) {
    await db.command(
      `INSERT INTO ${table}_wide SELECT * FROM ${table} FINAL WHERE _partition_id = {partition:String}
         AND device >= {from:UInt32} AND device < {to:UInt64} SETTINGS ${BOUNDS}`,
      { partition, from, to: from + width },
    );
  }
}

/** Parts of the old table, which has the name of the copy now, that were written after their partition was copied. */
async function copyRest(db: SamplesDb, { table, everywhere }: Omit<Copying, 'tell'>): Promise<void> {
  // A part that is merged now would have another name when it is read.
  await db.command(`SYSTEM STOP MERGES ${everywhere} ${table}_wide`);
  const copied = await copiedOf(db, table);
  const parts = await db.query<{ name: string; partition: string; block: number }>(
    `SELECT name, partition_id AS partition, max_block_number AS block FROM system.parts
     WHERE active AND database = currentDatabase() AND table = {table:String} ORDER BY max_block_number`,
    { table: `${table}_wide` },
  );
  for (const { name, partition, block } of parts) {
    if (block <= (copied.get(partition) ?? -1)) continue;
    await db.command(
      `INSERT INTO ${table} SELECT * FROM ${table}_wide WHERE _part = {name:String} SETTINGS ${BOUNDS}`,
      {
        name,
      },
    );
  }
}
