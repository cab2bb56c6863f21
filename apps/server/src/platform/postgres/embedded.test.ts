import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from './client.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts';

let directory: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  vi.stubEnv('SUNFLEET_SMS_TOKEN', 'secret-of-the-server');
  directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-embedded-'));
  server = await startEmbeddedPostgres(directory);
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a killed server is started again on the same port, and callers in between wait', async () => {
  const lost: Error[] = [];
  const pool = openPool(server.url, (error) => void lost.push(error));
  await pool.query('CREATE TABLE kept (n int)');
  const held = await pool.connect();
  for (let kill = 1; kill <= 3; kill += 1) {
    await pool.query('INSERT INTO kept VALUES ($1)', [kill]);
    const former = server.pid;
    process.kill(former, 'SIGKILL');
    await vi.waitUntil(() => lost.length > 0 || server.pid !== former);
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query('SELECT count(*) AS n FROM kept');
        expect(rows).toEqual([{ n: kill }]);
      },
      { timeout: 20_000 },
    );
    await vi.waitUntil(() => server.restarts === kill);
    expect(server.pid).not.toBe(former);
  }
  // Its connection broke while nobody listened; the next query says so, and nothing else happens.
  await expect(held.query('SELECT 1')).rejects.toMatchObject({ key: 'storeUnavailable' });
  held.release();
  await pool.end();
}, 60_000);

/** What the kernel says of the running server. */
const processFile = (name: string) => readFile(`/proc/${server.pid}/${name}`, 'utf8');

test.skipIf(process.platform !== 'linux')(
  'it gets no setting of the server, and no capability of root',
  async () => {
    const names = (await processFile('environ')).split('\0').map((line) => line.split('=')[0]);
    expect(names).toContain('PATH');
    expect(names.filter((name) => /SUNFLEET|URL|TOKEN|npm_/.test(name!))).toEqual([]);
    const status = await processFile('status');
    for (const set of ['CapPrm', 'CapEff', 'CapAmb']) expect(status).toMatch(new RegExp(`${set}:\\s+0+\\n`));
  },
);

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const pool = openPool(url, () => {}, 1);
  try {
    return (await pool.query<Row>(text)).rows;
  } finally {
    await pool.end();
  }
}

test('the role of the server runs no program and reads no file, makes no role, and owns its tables', async () => {
  const who = 'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user';
  expect(await ask(server.url, who)).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  for (const attack of [
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/passwd')",
    'CREATE ROLE thief SUPERUSER',
    'SET session_replication_role = replica',
  ])
    await expect(ask(server.url, attack)).rejects.toThrow(/permission denied/);
  await ask(server.url, 'CREATE SCHEMA own CREATE TABLE own.kept (n int)');
  expect(await ask(server.maintenanceUrl, who)).toMatchObject([{ rolsuper: true }]);
});

test('what an older version made as the superuser is handed over at the next start', async () => {
  await ask(
    server.maintenanceUrl,
    `CREATE SCHEMA older; CREATE TYPE older.colour AS ENUM ('red');
     CREATE TABLE older.parts (id int GENERATED ALWAYS AS IDENTITY, c older.colour) PARTITION BY LIST (c);
     CREATE TABLE older.red PARTITION OF older.parts FOR VALUES IN ('red');
     CREATE SEQUENCE older.loose; CREATE VIEW older.seen AS SELECT * FROM older.parts;
     CREATE FUNCTION older.one() RETURNS int LANGUAGE sql AS 'SELECT 1';
     CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  );
  await expect(ask(server.url, 'TABLE older.parts')).rejects.toThrow('permission denied');
  await server.stop();
  server = await startEmbeddedPostgres(directory);
  await ask(
    server.url,
    `INSERT INTO older.parts (c) VALUES ('red'); ALTER TABLE older.red ADD CHECK (true); ALTER TYPE older.colour ADD VALUE 'blue';
     ALTER SEQUENCE older.loose RESTART; DROP VIEW older.seen; DROP FUNCTION older.one()`,
  );
  expect(await ask(server.url, 'SELECT id FROM older.parts')).toEqual([{ id: 1 }]);
});
