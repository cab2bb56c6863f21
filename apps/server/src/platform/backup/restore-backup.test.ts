import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { refuseCutOffRestore } from './cut-off-restore.ts';
import { restoreBackup } from './restore-backup.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-restore-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('no server starts from the first step of a restore on, and one does after a restore that was refused', async () => {
  const config = { dataDir, databaseUrl: undefined, clickhouseUrl: undefined };
  const steps: string[] = [];
  const tell = (step: string) => {
    steps.push(step);
    expect(() => refuseCutOffRestore(dataDir)).toThrow('was cut off');
  };
  await expect(restoreBackup({ config, tell }, path.join(dataDir, 'no-backup'))).rejects.toThrow(
    'is no whole backup',
  );
  expect(steps).toEqual(['checksums']);
  refuseCutOffRestore(dataDir);
  expect(await readdir(dataDir)).toEqual([]);
});
