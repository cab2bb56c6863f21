import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSpoolFiles } from './spool-files.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-spool-'));
afterAll(() => rm(folder, { recursive: true }));

test('small blocks use one file after the other, those at the same time one each; large and failed ones leave none', async () => {
  const spool = createSpoolFiles(folder);
  const pass = (bytes: number) =>
    spool.lend(bytes, async (file) => {
      await writeFile(file, 'x'.repeat(bytes));
      return path.basename(file);
    });
  expect([await pass(10), await pass(20)]).toEqual(['1.native', '1.native']);
  expect((await Promise.all([pass(10), pass(10)])).toSorted()).toEqual(['1.native', '2.native']);
  await pass(100_000);
  const failed = spool.lend(10, async (file) => {
    await writeFile(file, 'half');
    throw new Error('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  expect(await readdir(folder)).toEqual([]);
});
