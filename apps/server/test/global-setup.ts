import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { openPool } from '../src/platform/postgres/client.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { migratePostgres } from '../src/platform/postgres/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the run's PostgreSQL, without a database name. */
    postgres: string;
    /** The same for the superuser, as which backups are restored. */
    postgresSuperuser: string;
    /** Directory of a migrated, empty ClickHouse that nobody has open. */
    clickhouse: string;
  }
}

interface Stores {
  postgres: string;
  postgresSuperuser: string;
  clickhouse: string;
  stop(): Promise<void>;
}

/** Each project loads this file anew and has the stores of whoever came first. */
const run = globalThis as { storesOfTheRun?: Promise<Stores> };

/** One PostgreSQL for the run, and a migrated template of each store; each suite clones them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.storesOfTheRun ??= makeStores();
  const { stop, ...addresses } = await run.storesOfTheRun;
  for (const [name, address] of Object.entries(addresses))
    project.provide(name as keyof typeof addresses, address);
  return stop;
}

async function makeStores(): Promise<Stores> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-test-'));
  const clickhouse = path.join(directory, 'clickhouse');
  const [server] = await Promise.all([startEmbeddedPostgres(directory), makeClickhouse(clickhouse)]);
  await withPool(server.maintenanceUrl, async (pool) => {
    // Suites work as the role of the server, which makes no databases elsewhere.
    await pool.query('ALTER ROLE sunfleet_app CREATEDB');
    // Nothing of this cluster outlives the run; what a power cut leaves is tested on clusters of their own (`power-cut.test.ts`).
    // A database lives for seconds, and nobody needs it cleaned.
    for (const one of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
      await pool.query(`ALTER SYSTEM SET ${one} = off`);
    await pool.query('SELECT pg_reload_conf()');
  });
  const base = withoutDatabase(server.url);
  await withPool(`${base}/postgres`, (pool) => pool.query('CREATE DATABASE template_sunfleet'));
  await withPool(`${base}/template_sunfleet`, async (pool) => {
    const client = await pool.connect();
    await migratePostgres(client);
    client.release();
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return {
    postgres: base,
    postgresSuperuser: withoutDatabase(server.maintenanceUrl),
    clickhouse,
    stop: () => (stopped ??= stop()),
  };
}

/** In a process of its own: the embedded engine stays in a process until that ends. */
const makeClickhouse = (directory: string) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'make-clickhouse.ts'), directory]);

const withoutDatabase = (url: string) => url.slice(0, url.lastIndexOf('/'));

async function withPool(
  url: string,
  work: (pool: ReturnType<typeof openPool>) => Promise<unknown>,
): Promise<void> {
  const pool = openPool(url, () => {}, 1);
  await work(pool);
  await pool.end();
}
