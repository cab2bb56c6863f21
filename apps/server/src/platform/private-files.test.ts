import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDataDir } from './private-files.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-private-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const rightsOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777;

test('others may not look into a data directory, whether it is new, empty, or of an older version', async () => {
  await mkdir(path.join(folder, 'empty'));
  await mkdir(path.join(folder, 'older/clickhouse/engine'), { recursive: true });
  await Promise.all(['empty', 'older'].map((name) => chmod(path.join(folder, name), 0o755)));
  for (const name of ['new', 'empty', 'older']) {
    expect(await openDataDir(path.join(folder, name))).toEqual({ openToOthers: false });
    expect(await rightsOf(name)).toBe(0o700);
  }
});

test('a folder with files of others, and a shared one, stay as they are; the answer says that they are open', async () => {
  await mkdir(path.join(folder, 'documents'));
  await writeFile(path.join(folder, 'documents/letter.txt'), 'Hello');
  await mkdir(path.join(folder, 'shared'));
  await chmod(path.join(folder, 'documents'), 0o755);
  await chmod(path.join(folder, 'shared'), 0o1777);
  expect(await openDataDir(path.join(folder, 'documents'))).toEqual({ openToOthers: true });
  expect(await openDataDir(path.join(folder, 'shared'))).toEqual({ openToOthers: true });
  expect([await rightsOf('documents'), await rightsOf('shared')]).toEqual([0o755, 0o777]);
});
