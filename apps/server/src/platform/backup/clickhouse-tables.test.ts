import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEmbeddedSamplesDb } from '../clickhouse/embedded.ts';
import { backUpTables, restoreTables } from './clickhouse-tables.ts';

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-tables-'));
afterAll(() => rm(root, { recursive: true, force: true }));

test('a table of which rows were deleted is restored without them, and has as many as its backup told of', async () => {
  const from = await openEmbeddedSamplesDb(path.join(root, 'from'));
  await from.command('CREATE TABLE samples (device UInt32) ENGINE = MergeTree ORDER BY device');
  await from.command('INSERT INTO samples SELECT number % 10 FROM numbers(1000)');
  await from.command('DELETE FROM samples WHERE device = 3');
  const folder = path.join(root, 'backup');
  await mkdir(folder);
  const told = await backUpTables(from, folder, () => undefined);
  await from.close();
  const to = await openEmbeddedSamplesDb(path.join(root, 'to'));
  expect(await restoreTables(to, folder, () => undefined)).toEqual(told);
  expect(await to.query('SELECT count() AS n, countIf(device = 3) AS deleted FROM samples')).toEqual([
    { n: 900, deleted: 0 },
  ]);
  await to.close();
});

test('rows that were written twice are counted before the engine joins them', async () => {
  const from = await openEmbeddedSamplesDb(path.join(root, 'from twice'));
  await from.command('CREATE TABLE latest (device UInt32) ENGINE = ReplacingMergeTree ORDER BY device');
  await from.command('SYSTEM STOP MERGES latest');
  for (let n = 0; n < 20; n += 1) await from.command('INSERT INTO latest SELECT number FROM numbers(10)');
  const folder = path.join(root, 'backup twice');
  await mkdir(folder);
  const told = await backUpTables(from, folder, () => undefined);
  await from.close();
  const to = await openEmbeddedSamplesDb(path.join(root, 'to twice'), { eager: true });
  expect(told).toEqual({ latest: 200 });
  expect(await restoreTables(to, folder, () => undefined)).toEqual(told);
  // Whatever time it takes until rows are counted.
  await expect(to.command('OPTIMIZE TABLE latest FINAL')).rejects.toThrow('Cancelled merging parts');
  await to.close();
});
