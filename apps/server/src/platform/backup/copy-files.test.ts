import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyFiles } from './copy-files.ts';

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-copy-'));
afterAll(() => rm(root, { recursive: true, force: true }));

test('files that go while a folder is copied take no others with them', async () => {
  const from = path.join(root, 'data');
  const to = path.join(root, 'copy');
  await mkdir(path.join(from, 'pictures'), { recursive: true });
  const numbers = Array.from({ length: 600 }, (_, n) => n);
  await Promise.all(
    numbers.flatMap((n) =>
      ['kept', 'gone'].map((name) => writeFile(path.join(from, 'pictures', `${name}-${n}`), `${n}`)),
    ),
  );
  const copied = copyFiles(from, to);
  while (!existsSync(path.join(to, 'pictures'))) await new Promise(setImmediate);
  for (const n of numbers) rmSync(path.join(from, 'pictures', `gone-${n}`));
  await copied;
  const there = await readdir(path.join(to, 'pictures'));
  expect(there.filter((name) => name.startsWith('kept'))).toHaveLength(numbers.length);
  expect(there.length).toBeLessThan(2 * numbers.length);
});

test('nothing is left out but what is named, and only there', async () => {
  const from = path.join(root, 'named');
  const to = path.join(root, 'without');
  await mkdir(path.join(from, 'postgres'), { recursive: true });
  await mkdir(path.join(from, 'inner/postgres'), { recursive: true });
  await writeFile(path.join(from, 'inner/postgres/a'), 'a');
  await copyFiles(from, to, new Set(['postgres']));
  expect((await readdir(to, { recursive: true })).toSorted()).toEqual([
    'inner',
    'inner/postgres',
    'inner/postgres/a',
  ]);
});
