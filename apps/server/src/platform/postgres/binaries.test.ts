import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPostgres, type PostgresPackage } from './binaries.ts';
import { copyReadable } from './copy-readable.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-binaries-'));
const spare = path.join(folder, 'data');
await mkdir(spare);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The packages as npm leaves them, without the links. */
async function freshPackage(): Promise<PostgresPackage> {
  const { root: installed } = await findPostgres(spare);
  const root = await copyReadable(installed, path.join(folder, 'package-'));
  const links = JSON.parse(await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) await rm(path.join(root, target));
  return { root, link: symlink };
}

/** Root may write everywhere, so the folder of somebody else is told by its answer. */
const closed = () => Promise.reject(Object.assign(new Error('permission denied'), { code: 'EACCES' }));
const versionOf = (program: string) => execFileSync(program, ['--version'], { encoding: 'utf8' });

test('the links are made where the packages lie', async () => {
  const from = await freshPackage();
  const found = await findPostgres(spare, from);
  expect(found.root).toBe(from.root);
  expect(versionOf(found.initdb)).toContain('PostgreSQL');
  expect(await findPostgres(spare, { ...from, link: closed })).toEqual(found);
  expect(await readdir(spare)).toEqual([]);
}, 60_000);

test('packages of somebody else are copied once, and again when the copy is not whole', async () => {
  const from = { ...(await freshPackage()), link: closed };
  await mkdir(path.join(spare, 'programs-of an older version'));
  const found = await findPostgres(spare, from);
  expect(path.dirname(found.root)).toBe(spare);
  expect(await readdir(spare)).toEqual([path.basename(found.root)]);
  expect(versionOf(found.initdb)).toContain('PostgreSQL');
  const { ino } = await lstat(found.root);
  expect(await findPostgres(spare, from)).toEqual(found);
  expect((await lstat(found.root)).ino).toBe(ino);
  await truncate(found.initdb);
  expect(versionOf((await findPostgres(spare, from)).initdb)).toContain('PostgreSQL');
}, 60_000);

test('another error than a closed folder is not hidden', async () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  await expect(findPostgres(spare, { ...(await freshPackage()), link: full })).rejects.toThrow('no space');
}, 60_000);
