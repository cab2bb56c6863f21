import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  }
}

/** One PostgreSQL for the run and one migrated template; each suite clones it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-test-'));
  const server = await startEmbeddedPostgres(directory);
  // Suites work as the role of the server, which makes no databases elsewhere.
  await withPool(server.maintenanceUrl, (pool) => pool.query('ALTER ROLE sunfleet_app CREATEDB'));
  const base = withoutDatabase(server.url);
  await withPool(`${base}/postgres`, (pool) => pool.query('CREATE DATABASE template_sunfleet'));
  await withPool(`${base}/template_sunfleet`, async (pool) => {
    const client = await pool.connect();
    await migratePostgres(client);
    client.release();
  });
  project.provide('postgres', base);
  project.provide('postgresSuperuser', withoutDatabase(server.maintenanceUrl));
  return async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

const withoutDatabase = (url: string) => url.slice(0, url.lastIndexOf('/'));

async function withPool(
  url: string,
  work: (pool: ReturnType<typeof openPool>) => Promise<unknown>,
): Promise<void> {
  const pool = openPool(url, () => {}, 1);
  await work(pool);
  await pool.end();
}
