import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { installJobs } from '../jobs/install-jobs.ts';
import { requireVersion } from './require-version.ts';

const DIRECTORY = path.join(import.meta.dirname, '../../../migrations/postgres');
/** Key of the advisory lock that lets one process migrate at a time ("sunfleet" folded to a number). */
const MIGRATION_LOCK = 7_386_432;

/** Runs `work` while no other process on the same database does; used for the migrations of both stores. */
export async function withMigrationLock<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work(client);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    client.release();
  }
}

/** Names of all migrations, in their order. */
export async function postgresMigrations(): Promise<string[]> {
  return (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql')).toSorted();
}

/**
 * Applies the forward-only migrations that are not applied yet, each in its own transaction, and those of the library of jobs.
 * `only` names the migrations of an older state.
 */
export async function migratePostgres(
  client: pg.PoolClient,
  only?: ReadonlySet<string>,
): Promise<readonly string[]> {
  await requireVersion(client);
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const result = await client.query<{ name: string }>('SELECT name FROM schema_migrations');
  const done = new Set(result.rows.map((row) => row.name));
  const pending = (await postgresMigrations()).filter((name) => !done.has(name) && (!only || only.has(name)));
  for (const name of pending) await apply(client, name);
  await installJobs(client);
  return pending;
}

async function apply(client: pg.PoolClient, name: string): Promise<void> {
  const text = await readFile(path.join(DIRECTORY, name), 'utf8');
  await client.query('BEGIN');
  try {
    await client.query(text);
    await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
