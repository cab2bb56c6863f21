import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { addJob } from '../jobs/add-job.ts';
import { openPool } from '../postgres/client.ts';
import { dumpTables, loadTables, unknownColumns } from './postgres-rows.ts';

const { pool, db, stop } = await testPlatform();
const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-rows-'));
const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
// Only the superuser fills tables without their triggers.
const maintenance = openPool(`${inject('postgresSuperuser')}/${rows[0]!.name}`, () => {}, 1);
const client = await maintenance.connect();
afterAll(async () => {
  client.release();
  await maintenance.end();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

test('jobs come back into the tables of the library that restores, whose version stays', async () => {
  await addJob(db, 'imports.run', { importId: 7 });
  const jobs = async () =>
    (await client.query("SELECT data FROM jobs.job WHERE name = 'imports.run'")).rows as unknown[];
  const version = async () => (await client.query('SELECT version FROM jobs.version')).rows as unknown[];
  const running = await version();
  await client.query('UPDATE jobs.version SET version = 1');
  const { columns } = await dumpTables(client, folder);
  await client.query('UPDATE jobs.version SET version = $1', [(running[0] as { version: number }).version]);
  await client.query('DELETE FROM jobs.job');

  expect(await unknownColumns(client, columns)).toEqual([]);
  await loadTables(client, folder, columns);
  expect(await jobs()).toEqual([{ data: { importId: 7 } }]);
  expect(await version()).toEqual(running);
});

test('columns and tables that only the backup has are named', async () => {
  expect(
    await unknownColumns(client, { 'jobs.queue': 'name, gone', 'jobs.older': 'id', stations: 'id, name' }),
  ).toEqual(['jobs.queue.gone', 'jobs.older.id']);
});
