import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPostgres, type PostgresBinaries } from './binaries.ts';
import { copyReadable, sameFiles } from './copy-readable.ts';
import { reachableBinaries } from './reachable-binaries.ts';

const asRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };
const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-reach-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The packages as they lie in a folder that only root may enter, installed with a strict mask. */
async function closedPackages(): Promise<PostgresBinaries> {
  const found = await findPostgres(folder);
  const root = await copyReadable(found.root, path.join(folder, 'packages-'));
  execFileSync('chmod', ['-R', 'go-rwx', root]);
  const at = (file: string) => path.join(root, path.relative(found.root, file));
  return { root, initdb: at(found.initdb), postgres: at(found.postgres) };
}

test.skipIf(!asRoot)(
  'as root: programs in a closed folder are copied to an open one, once, and again when the copy is not whole',
  async () => {
    await chmod(folder, 0o755);
    const closed = await closedPackages();
    const place = path.join(folder, 'open');
    const first = await reachableBinaries(closed, NOBODY, [place]);
    expect(first.postgres.startsWith(place)).toBe(true);
    const made = await lstat(first.root);
    expect(await reachableBinaries(closed, NOBODY, [place])).toEqual(first);
    expect((await lstat(first.root)).ino).toBe(made.ino);
    await truncate(first.initdb);
    expect(await reachableBinaries(closed, NOBODY, [place])).toEqual(first);
    expect(await sameFiles(closed.root, first.root)).toBe(true);
    expect(await readdir(place)).toHaveLength(1);
  },
  60_000,
);

test.skipIf(!asRoot)(
  'as root: a folder that others may write to is not used; the error names each one',
  async () => {
    const closed = await closedPackages();
    const place = path.join(folder, 'everybodys');
    execFileSync('mkdir', ['-m', '777', place]);
    await expect(reachableBinaries(closed, NOBODY, [place])).rejects.toThrow(
      `others than root may write to ${place}`,
    );
  },
  60_000,
);
