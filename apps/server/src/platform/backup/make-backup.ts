import { chmod, mkdir, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import type { SamplesDb } from '../clickhouse/samples-db.ts';
import { backUpTables } from './clickhouse-tables.ts';
import { copyFiles } from './copy-files.ts';
import { STORES } from './cut-off-restore.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { dumpTables, readSequences } from './postgres-rows.ts';
import { refuseExternal } from './refuse-external.ts';

export interface BackupSource {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>;
  pool: pg.Pool;
  samples: SamplesDb;
  version: string;
  tell(step: string): void;
}

/**
 * Writes a backup of everything while the server goes on. PostgreSQL comes first, as one snapshot. Samples are copied after it, so
 * they contain everything that the snapshot says is stored. Samples that came in between may belong to devices and points that the
 * snapshot does not know; sequences are read last, so that no other device or point is ever given their numbers.
 */
export async function makeBackup(source: BackupSource, target: string): Promise<Manifest> {
  const { config, pool, samples, version, tell } = source;
  refuseExternal(config);
  const folder = await emptyFolder(target, config.dataDir);
  const madeAt = new Date().toISOString();
  const client = await pool.connect();
  let postgres: Awaited<ReturnType<typeof dumpTables>>;
  let names: string[];
  try {
    // Files are copied before the snapshot and again after it has begun, because a file that the snapshot needs was there at one of
    // the two times.
    await copyFiles(config.dataDir, path.join(folder, 'files'), STORES);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // It rests while files are copied.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    names = await migrationsOf(client);
    await copyFiles(config.dataDir, path.join(folder, 'files'), STORES);
    tell('PostgreSQL');
    postgres = await dumpTables(client, path.join(folder, 'postgres'));
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  await mkdir(path.join(folder, 'clickhouse'));
  const clickhouse = await backUpTables(samples, path.join(folder, 'clickhouse'), (table) =>
    tell(`ClickHouse: ${table}`),
  );
  const sequences = await readSequences(pool);
  const applied = await samples.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  tell('checksums');
  return writeManifest(folder, {
    madeAt,
    version,
    migrations: { postgres: names, clickhouse: applied.map(({ name }) => name) },
    rows: { postgres: postgres.rows, clickhouse },
    columns: postgres.columns,
    sequences,
  });
}

/** Makes the folder where it is missing, open to its owner alone. Throws where it is not empty. */
async function emptyFolder(target: string, dataDir: string): Promise<string> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const folder = await realpath(target);
  const data = await realpath(dataDir);
  if (folder === data || folder.startsWith(data + path.sep))
    throw new Error('A backup inside the data directory would be lost with it. Choose another folder.');
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. Each backup needs a folder of its own.`);
  await chmod(folder, 0o700);
  return folder;
}

async function migrationsOf(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  return rows.map(({ name }) => name);
}
