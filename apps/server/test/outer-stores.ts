import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { startClickhouse } from './start-clickhouse.ts';
import { ADMIN, startServerProcess } from './server-process.ts';

/**
 * A database and a ClickHouse outside of any server, as several servers share them, without rows. `empty`: without tables either, as they are
 * before the first start.
 */
export async function openOuterStores({ empty = false } = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-external-'));
  const engine = path.join(directory, 'clickhouse');
  if (!empty) await cp(inject('clickhouse'), engine, { recursive: true, verbatimSymlinks: true });
  const clickhouse = await startClickhouse(engine);
  const database = await makeDatabase(empty ? '' : 'TEMPLATE template_sunfleet');
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

async function makeDatabase(after: string): Promise<string> {
  const base = inject('postgres');
  const name = `external_${randomBytes(6).toString('hex')}`;
  const pool = openPool(`${base}/postgres`, () => {}, 1);
  await pool.query(`CREATE DATABASE ${name} ${after}`);
  await pool.end();
  return `${base}/${name}`;
}
