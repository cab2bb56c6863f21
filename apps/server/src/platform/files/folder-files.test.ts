import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { createFolderFiles } from './folder-files.ts';

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-files-'));
const files = createFolderFiles(root);
afterAll(() => rm(root, { recursive: true, force: true }));

test('a file is read as it was written, also by another server that shares the folder', async () => {
  expect(await files.write('uploads/a.data', Readable.from([Buffer.from('grün'), Buffer.from('!')]))).toBe(6);
  const other = createFolderFiles(root);
  expect([await other.exists('uploads/a.data'), await text(other.read('uploads/a.data'))]).toEqual([
    true,
    'grün!',
  ]);
});

test('what breaks off is not there, and what was there before stays', async () => {
  await files.write('uploads/b.data', Readable.from(['before']));
  const broken = new Readable({
    read() {
      this.push('half');
      this.destroy(new Error('connection lost'));
    },
  });
  await expect(files.write('uploads/b.data', broken)).rejects.toThrow('connection lost');
  expect(await text(files.read('uploads/b.data'))).toBe('before');
  expect((await readdir(path.join(root, 'uploads'))).filter((name) => name.includes('.part'))).toEqual([]);
});

test('files leave room on the disk: what no room is left for is not there, and can be removed to make some', async () => {
  const disk = { freeBytes: 1024 ** 3, allBytes: 10 * 1024 ** 3 };
  const full = createFolderFiles(root, async () => disk);
  await full.write('full/before', Readable.from(['before']));
  const large = Readable.from(
    (async function* parts() {
      yield Buffer.alloc(17 * 1024 ** 2);
      disk.freeBytes = 0.4 * 1024 ** 3;
      yield Buffer.alloc(17 * 1024 ** 2);
    })(),
  );
  await expect(full.write('full/large', large)).rejects.toMatchObject({ key: 'storeUnavailable' });
  await expect(full.write('full/small', Readable.from(['s']))).rejects.toMatchObject({
    values: { store: 'disk' },
  });
  expect(await readdir(path.join(root, 'full'))).toEqual(['before']);
  await full.remove('full/before');
  expect(await full.exists('full/before')).toBe(false);
});

test('a file that is not there: no error to ask or to remove, one to read', async () => {
  expect(await files.exists('uploads/none')).toBe(false);
  await files.remove('uploads/none');
  await expect(text(files.read('uploads/none'))).rejects.toThrow('ENOENT');
  expect(await Readable.from(files.list('nowhere')).toArray()).toEqual([]);
});

test('a folder lists its files with their times', async () => {
  await files.write('listed/one', Readable.from(['1']));
  const at = Date.UTC(2026, 0, 1);
  await utimes(path.join(root, 'listed/one'), new Date(at), new Date(at));
  expect(await Readable.from(files.list('listed')).toArray()).toEqual([
    { name: 'listed/one', writtenAt: at },
  ]);
});

test.each(['../secret', '/etc/passwd', 'a/../b', '', 'a//b', '.hidden', 'A b'])('"%s" is no name', (name) => {
  expect(() => files.read(name)).toThrow('Not a name');
});
