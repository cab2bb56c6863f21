import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { migratePostgres } from '../src/platform/postgres/migrate.ts';

export const MIGRATIONS = path.join(import.meta.dirname, '../migrations/postgres');

/** Rows of before a migration, and what became of them. */
export async function migrated<T>(
  tested: string,
  before: (client: pg.PoolClient) => Promise<unknown>,
  after: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const base = inject('postgres');
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  const maintenance = openPool(`${base}/postgres`, () => {}, 1);
  await maintenance.query(`CREATE DATABASE ${name}`);
  await maintenance.end();
  const pool = openPool(`${base}/${name}`, () => {}, 1);
  const client = await pool.connect();
  try {
    await client.query('CREATE TABLE schema_migrations (name text PRIMARY KEY, applied_at timestamptz)');
    const older = (await readdir(MIGRATIONS))
      .filter((file) => file.endsWith('.sql') && file < tested)
      .toSorted();
    for (const file of older) {
      await client.query(await readFile(path.join(MIGRATIONS, file), 'utf8'));
      await client.query('INSERT INTO schema_migrations (name) VALUES ($1)', [file]);
    }
    await before(client);
    expect(await migratePostgres(client)).toContain(tested);
    return await after(client);
  } finally {
    client.release();
    await pool.end();
  }
}
