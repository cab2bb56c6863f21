import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mountSmallDisk } from '../../../test/mount-small-disk.ts';
import { writeChunks } from './write-chunks.ts';

const disk = await mkdtemp(path.join(tmpdir(), 'sunfleet-chunks-'));
const mounted = mountSmallDisk(disk, '64k');

afterAll(async () => {
  if (mounted) execFileSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
});

test('chunks become one file', async () => {
  const file = path.join(disk, 'whole');
  await writeChunks(file, [Buffer.from('sun'), Buffer.from('fleet')]);
  expect(await readFile(file, 'utf8')).toBe('sunfleet');
});

test.skipIf(!mounted)('what a full disk takes a part of is told as a full disk [root on Linux]', async () => {
  const half = Buffer.alloc(40_000, 1);
  await expect(writeChunks(path.join(disk, 'large'), [half, half])).rejects.toMatchObject({ code: 'ENOSPC' });
});
