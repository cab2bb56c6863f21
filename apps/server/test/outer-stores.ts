import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { startClickhouse } from './start-clickhouse.ts';
import { startServerProcess } from './server-process.ts';

/** The administrator of servers on such stores. */
export const ADMIN = { email: 'admin@example.test', password: 'External-Stores-1' };

/** An empty database and an empty ClickHouse outside of any server, as several servers share them. */
export async function openOuterStores() {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-external-'));
  const clickhouse = await startClickhouse(path.join(directory, 'clickhouse'));
  const database = await emptyDatabase();
  return {
    clickhouse,
    database,
    /** A server on them; its own directory is new each time, so that nothing can come from there. */
    startServer: (name: string, environment: Readonly<Record<string, string>> = {}) =>
      startServerProcess(path.join(directory, name), {
        DATABASE_URL: database,
        CLICKHOUSE_URL: clickhouse.url,
        SUNFLEET_ADMIN_EMAIL: ADMIN.email,
        SUNFLEET_ADMIN_PASSWORD: ADMIN.password,
        ...environment,
      }),
    async stop() {
      await clickhouse.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function emptyDatabase(): Promise<string> {
  const base = inject('postgres');
  const name = `external_${randomBytes(6).toString('hex')}`;
  const pool = openPool(`${base}/postgres`, () => {}, 1);
  await pool.query(`CREATE DATABASE ${name}`);
  await pool.end();
  return `${base}/${name}`;
}
