import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeChunks } from './write-chunks.ts';

const disk = await mkdtemp(path.join(tmpdir(), 'sunfleet-chunks-'));
const mounted = mount();

afterAll(async () => {
  if (mounted) execFileSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
});

/** A small disk of memory; only root may make one, and not in every container. */
function mount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('chunks become one file', async () => {
  const file = path.join(disk, 'whole');
  await writeChunks(file, [Buffer.from('sun'), Buffer.from('fleet')]);
  expect(await readFile(file, 'utf8')).toBe('sunfleet');
});

test.skipIf(!mounted)('what a full disk takes a part of is told as a full disk [root on Linux]', async () => {
  const half = Buffer.alloc(40_000, 1);
  await expect(writeChunks(path.join(disk, 'large'), [half, half])).rejects.toMatchObject({ code: 'ENOSPC' });
});
