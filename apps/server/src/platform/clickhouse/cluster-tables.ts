import { onCluster } from './on-cluster.ts';
import type { SamplesDb } from './samples-db.ts';
import { sqlText } from './sql-text.ts';

/**
 * By what the rows of each table are laid over the shards of a cluster: by ids of their own, never by what can change, such as the
 * station of a device. All versions of a row stand on one shard so, where they are merged, and tables of devices lie together.
 */
const SHARD_BY: ReadonlyMap<string, string> = new Map([
  ['samples', 'device'],
  ['latest', 'device'],
  ['rollup_5m', 'device'],
  ['run_state_5m', 'device'],
  ['run_state_days', 'device'],
  ['late_marks', 'device'],
  ['import_values', 'device'],
  ['import_overwritten', 'device'],
  ['energy', 'id'],
  ['station_power_5m', 'station'],
  ['expected_power_5m', 'station'],
  ['expected_energy_days', 'station'],
  ['expected_marks', 'station'],
  ['loss_days', 'station'],
  ['weather_hours', 'cityHash64(latitude, longitude)'],
  ['kpi_device_days', 'device'],
  ['kpi_station_days', 'station'],
  ['roll_up_progress', 'cityHash64(name)'],
  ['raw_frames', 'cityHash64(sn)'],
]);

/** The table that holds the rows: in a cluster the one of each shard, below the one that stands for all. Deleting and dropping go there. */
export function localTable(table: string, cluster: string | undefined): string {
  return cluster ? `${table}_local` : table;
}

/** Parts of tables on every server of a cluster, or on this one. */
export function partsEverywhere(cluster: string | undefined): string {
  return cluster ? `clusterAllReplicas(${sqlText(cluster)}, system.parts)` : 'system.parts';
}

/** Waits until every replica has everything that was written to some tables, before each of them decides for itself what to delete. */
export async function syncReplicas(db: SamplesDb, cluster: string, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await db.command(`SYSTEM SYNC REPLICA ${onCluster(cluster)} ${localTable(table, cluster)}`);
}

/**
 * Gives each table that migrations made its second half: the replicated one becomes `<table>_local`, and a distributed one takes its name, so
 * that every statement that reads or inserts stays as it is. From any state in which it was cut off it comes to the same end.
 */
export async function layOverShards(db: SamplesDb, cluster: string): Promise<void> {
  const found = await db.query<{ database: string; name: string; engine: string }>(
    'SELECT database, name, engine FROM system.tables WHERE database = currentDatabase()',
  );
  const engineOf = new Map(found.map(({ name, engine }) => [name, engine]));
  const database = found[0]?.database ?? 'default';
  for (const [table, key] of SHARD_BY) {
    const local = localTable(table, cluster);
    const isWhole = engineOf.get(table)?.endsWith('MergeTree') ?? false;
    if (isWhole) await db.command(`RENAME TABLE ${table} TO ${local} ${onCluster(cluster)}`);
    if (isWhole || (engineOf.has(local) && !engineOf.has(table))) {
      await db.command(
        `CREATE TABLE IF NOT EXISTS ${table} ${onCluster(cluster)} AS ${local} ENGINE = Distributed(${sqlText(cluster)}, ${sqlText(database)}, ${local}, ${key})`,
      );
    }
  }
}

/**
 * Refuses a cluster of several shards whose rows an older version wrote without laying them over the shards: each would be looked for
 * on another shard.
 */
export async function refuseUnspread(db: SamplesDb, cluster: string): Promise<void> {
  const [shards] = await db.query<{ n: number }>(
    'SELECT uniqExact(shard_num) AS n FROM system.clusters WHERE cluster = {cluster:String}',
    { cluster },
  );
  if (!shards?.n) throw new Error(`ClickHouse knows no cluster ${cluster} (CLICKHOUSE_CLUSTER).`);
  if (shards.n === 1) return;
  const [database] = await db.query<{ name: string }>('SELECT currentDatabase() AS name');
  const [whole] = await db.query<{ n: number }>(
    `SELECT sum(rows) AS n FROM ${partsEverywhere(cluster)}
     WHERE active AND database = {database:String} AND table IN ('samples', 'energy', 'rollup_5m', 'latest')`,
    { database: database!.name },
  );
  if (whole?.n)
    throw new Error(
      'The tables of this ClickHouse cluster were made by a version that did not lay them over its shards. See docs/operations.md.',
    );
}
