import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { layOverShards, localTable, refuseUnspread } from './cluster-tables.ts';
import { onCluster } from './on-cluster.ts';
import type { SamplesDb } from './samples-db.ts';
import { widenPoints, type MigrationStep } from './widen-points.ts';

/** What migrations do that statements cannot say; each runs after those of its file. */
const STEPS: ReadonlyMap<string, MigrationStep> = new Map([['004_wide_points.sql', widenPoints]]);

/** From this migration on tables of a cluster are laid over its shards; what later ones make follows them. */
const SHARDS = '046_shards.sql';

const DIRECTORY = path.join(import.meta.dirname, '../../../migrations/clickhouse');

/** One table that all servers of a cluster hold, whatever their shard. */
const EVERYWHERE = "ReplicatedMergeTree('/clickhouse/tables/{uuid}/all', '{shard}_{replica}')";

/** Names of all migrations, in their order. */
export async function clickhouseMigrations(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).toSorted();
}

/**
 * Applies the forward-only migrations that are not applied yet. The caller holds the lock that keeps a second process out.
 * With a cluster name, tables are replicated ones made on every node and laid over its shards. `tell` hears of work that may take long.
 */
export async function migrateClickhouse(
  db: SamplesDb,
  cluster: string | undefined,
  tell: Parameters<MigrationStep>[2] = () => {},
): Promise<readonly string[]> {
  if (cluster) await refuseUnspread(db, cluster);
  await db.command(
    `CREATE TABLE IF NOT EXISTS schema_migrations ${onCluster(cluster)} (name String, applied_at DateTime DEFAULT now()) ENGINE = ${cluster ? EVERYWHERE : 'MergeTree'} ORDER BY name`,
  );
  // What another server wrote through another replica is here then.
  if (cluster) await db.command('SYSTEM SYNC REPLICA schema_migrations');
  const done = new Set(
    (await db.query<{ name: string }>('SELECT name FROM schema_migrations')).map((row) => row.name),
  );
  const pending = (await clickhouseMigrations()).filter((name) => !done.has(name));
  for (const name of pending) {
    const text = await readFile(path.join(DIRECTORY, name), 'utf8');
    for (const statement of statementsOf(text, cluster)) await db.command(statement);
    await STEPS.get(name)?.(db, cluster, tell);
    if (cluster && name >= SHARDS) await layOverShards(db, cluster);
    await db.insertRows('schema_migrations', [{ name }]);
  }
  await db.keepDefinitions();
  return pending;
}

/** Statements of a migration with engines and cluster clauses filled in. */
export function statementsOf(text: string, cluster: string | undefined): string[] {
  return text
    .replaceAll('{on_cluster}', onCluster(cluster))
    .replaceAll(/\{local:(\w+)\}/g, (_, table: string) => localTable(table, cluster))
    .replaceAll(/\{(plain|replacing)(?::(\w+))?\}/g, (_, kind: string, version: string | undefined) =>
      engine(kind, version, cluster),
    )
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '');
}

function engine(kind: string, version: string | undefined, cluster: string | undefined): string {
  const name = kind === 'replacing' ? 'ReplacingMergeTree' : 'MergeTree';
  const replica = cluster ? ["'/clickhouse/tables/{uuid}/{shard}'", "'{replica}'"] : [];
  const args = [...replica, ...(version ? [version] : [])];
  return `${cluster ? 'Replicated' : ''}${name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}
