import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { openEmbeddedSamplesDb } from '../clickhouse/embedded.ts';
import { clickhouseMigrations } from '../clickhouse/migrate.ts';
import { readDataDir } from '../data-dir-lock.ts';
import { openPool } from '../postgres/client.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { migratePostgres, postgresMigrations } from '../postgres/migrate.ts';
import { syncTree } from '../sync-files.ts';
import { restoreTables } from './clickhouse-tables.ts';
import { copyOne } from './copy-files.ts';
import { moveRestored, RESTORED, RESTORING, STORES } from './cut-off-restore.ts';
import { checkBackup, type Manifest } from './manifest.ts';
import { loadTables, setSequences, unknownColumns, type RowCounts } from './postgres-rows.ts';
import { refuseExternal } from './refuse-external.ts';
import { markRestored } from './restored-mark.ts';

export interface RestoreTarget {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>;
  tell(step: string): void;
}

/**
 * Puts a backup into an empty data directory. The caller holds the lock on it. Undefined: one of before was cut off when all of it was there, and only
 * that was brought to its end. Throws an `Error` for people.
 */
export async function restoreBackup(
  { config, tell }: RestoreTarget,
  backup: string,
): Promise<Manifest | undefined> {
  refuseExternal(config);
  const { dataDir } = config;
  if (await moveRestored(dataDir)) return undefined;
  const work = path.join(dataDir, RESTORING);
  await rm(work, { recursive: true, force: true });
  if ((await readDataDir(dataDir)).length > 0)
    throw new Error(`${dataDir} is not empty. A backup is restored into an empty folder only.`);
  // Before the checksums, which take minutes of a large backup: a server that started meanwhile would begin with nothing.
  await mkdir(work, { recursive: true });
  try {
    tell('checksums');
    const manifest = await checkBackup(backup);
    await refuseNewer(manifest);
    await takeFiles(backup, work, manifest);
    tell('PostgreSQL');
    const postgres = await restorePostgres(path.join(work, 'postgres'), backup, manifest);
    compare('PostgreSQL', manifest.rows.postgres, postgres);
    const clickhouse = await restoreClickhouse(path.join(work, 'clickhouse'), backup, tell);
    compare('ClickHouse', manifest.rows.clickhouse, clickhouse);
    await markRestored(work, manifest.madeAt);
    await syncTree(work);
    await rename(work, path.join(dataDir, RESTORED));
    await moveRestored(dataDir);
    return manifest;
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/** Only what the manifest names: a link or a store that was put beside it would decide where the server writes. */
async function takeFiles(backup: string, work: string, { files }: Manifest): Promise<void> {
  for (const name of Object.keys(files)) {
    const [kind, first, ...rest] = name.split('/');
    if (kind !== 'files' || first === undefined || STORES.has(first)) continue;
    const target = path.join(work, first, ...rest);
    await mkdir(path.dirname(target), { recursive: true });
    await copyOne(path.join(backup, name), target);
  }
}

async function refuseNewer({ migrations, version }: Manifest): Promise<void> {
  const known = new Set([...(await postgresMigrations()), ...(await clickhouseMigrations())]);
  const unknown = [...migrations.postgres, ...migrations.clickhouse].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `This backup was made by version ${version}, which is newer. Restore it with that version or a later one.`,
    );
}

/** Tables are made as they were at the time of the backup; the first start applies what is new since. */
async function restorePostgres(directory: string, backup: string, manifest: Manifest): Promise<RowCounts> {
  const server = await startEmbeddedPostgres(directory);
  const pool = openPool(server.url, () => {}, 1);
  // Only the superuser fills tables without their triggers.
  const maintenance = openPool(server.maintenanceUrl, () => {}, 1);
  const client = await maintenance.connect();
  try {
    const owner = await pool.connect();
    await migratePostgres(owner, new Set(manifest.migrations.postgres)).finally(() => owner.release(true));
    await refuseOtherTables(client, manifest);
    const counts = await loadTables(client, path.join(backup, 'postgres'), manifest.columns);
    await setSequences(client, manifest.sequences);
    return counts;
  } finally {
    client.release(true);
    await Promise.all([pool.end(), maintenance.end()]);
    await server.stop();
  }
}

/** Our own tables follow from the migrations; those of the library of jobs are always of the version that runs. */
async function refuseOtherTables(
  client: pg.PoolClient,
  { columns, version }: Pick<Manifest, 'columns' | 'version'>,
): Promise<void> {
  const [first] = await unknownColumns(client, columns);
  if (first !== undefined)
    throw new Error(
      `This backup was made by version ${version}, whose jobs were kept otherwise (${first} is not here). Restore it with that version, and start this one on the restored folder.`,
    );
}

async function restoreClickhouse(
  directory: string,
  backup: string,
  tell: (step: string) => void,
): Promise<RowCounts> {
  const db = await openEmbeddedSamplesDb(directory);
  try {
    return await restoreTables(db, path.join(path.resolve(backup), 'clickhouse'), (table) =>
      tell(`ClickHouse: ${table}`),
    );
  } finally {
    await db.close();
  }
}

function compare(store: string, wanted: RowCounts, found: RowCounts): void {
  for (const table of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    if (wanted[table] !== found[table])
      throw new Error(
        `${store}: table ${table} has ${found[table] ?? 0} rows, the backup told of ${wanted[table] ?? 0}.`,
      );
  }
}
