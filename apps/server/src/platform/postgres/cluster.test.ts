import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPool } from './client.ts';
import { startEmbeddedPostgres } from './embedded.ts';

const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-cluster-'));
const inside = (name: string) => path.join(directory, name);
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts a server, runs SQL on it, stops it; answers the first value. */
async function once(sql: string): Promise<unknown> {
  const server = await startEmbeddedPostgres(directory);
  const pool = openPool(server.url, () => {}, 1);
  try {
    const { rows } = await pool.query(sql);
    return Object.values((rows[0] ?? {}) as object)[0];
  } finally {
    await pool.end();
    await server.stop();
  }
}

const COUNT = 'SELECT count(*) FROM kept';

test('a cluster whose making was cut short is made again', async () => {
  await mkdir(inside('cluster.new/global'), { recursive: true });
  await writeFile(inside('cluster.new/PG_VERSION'), '');
  await writeFile(inside('password'), 'of the one that was cut short\n');
  await once('CREATE TABLE kept AS SELECT 1 AS n');
  expect((await readdir(directory)).toSorted()).toEqual(['cluster', 'cluster.finished', 'password']);
  expect(await once(COUNT)).toBe(1);
});

test('a cluster of a version without the mark is kept', async () => {
  await rm(inside('cluster.finished'));
  expect(await once(COUNT)).toBe(1);
  expect(await readFile(inside('cluster.finished'), 'utf8')).not.toBe('');
});

test('a lock file that a power cut left empty, or that names another process, is in nobody’s way', async () => {
  await writeFile(inside('cluster/postmaster.pid'), '');
  expect(await once(COUNT)).toBe(1);
  await writeFile(inside('cluster/postmaster.pid'), `${process.pid}\n`);
  expect(await once(COUNT)).toBe(1);
});

test('a lost or empty password file is made again, with a new password for the old data', async () => {
  const old = await readFile(inside('password'), 'utf8');
  await rm(inside('password'));
  expect(await once(COUNT)).toBe(1);
  const renewed = await readFile(inside('password'), 'utf8');
  expect(renewed).not.toBe(old);
  expect(await once(COUNT)).toBe(1);
  expect(await readFile(inside('password'), 'utf8')).toBe(renewed);
  await truncate(inside('password'));
  expect(await once(COUNT)).toBe(1);
});

test('a lost password is renewed after a server that was killed', async () => {
  const server = await startEmbeddedPostgres(directory);
  process.kill(server.pid, 'SIGKILL');
  await server.stop();
  await rm(inside('password'));
  expect(await once(COUNT)).toBe(1);
});

test('a finished cluster is never made again, however damaged it is', async () => {
  await rename(inside('cluster/PG_VERSION'), inside('version'));
  await writeFile(inside('cluster/PG_VERSION'), '');
  await expect(once(COUNT)).rejects.toThrow('damaged');
  await rename(inside('version'), inside('cluster/PG_VERSION'));
  expect(await once(COUNT)).toBe(1);
});

test('one that an older version made without syncing and a power cut left unusable is put aside and made again', async () => {
  await rm(inside('cluster.finished'));
  await truncate(inside('cluster/PG_VERSION'));
  expect(await once('SELECT 7')).toBe(7);
  expect((await readdir(directory)).filter((name) => name.startsWith('cluster.unfinished-'))).toHaveLength(1);
});
