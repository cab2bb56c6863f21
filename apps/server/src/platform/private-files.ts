import { existsSync } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readDataDir } from './data-dir-lock.ts';

/** From now on files and folders of this process are open to its own account alone. */
export function makeFilesPrivate(): void {
  process.umask(0o077);
}

/** What only a data directory of ours holds. A folder that somebody named by mistake is not closed to others. */
const OURS = ['secret.key', 'postgres/cluster', 'postgres/cluster.new', 'clickhouse/engine'];
/** Rights in a shared folder that mark it as such, as `/tmp` has them. */
const STICKY = 0o1000;

/**
 * Makes the data directory where it is missing and closes it to other accounts. One that belongs to somebody else stays as it is;
 * answers whether others may look into it then.
 */
export async function openDataDir(dataDir: string): Promise<{ openToOthers: boolean }> {
  await mkdir(dataDir, { recursive: true, mode: rights() });
  if (process.platform === 'win32') return { openToOthers: false };
  const { mode, uid } = await stat(dataDir);
  const own = uid === process.getuid?.() && (mode & STICKY) === 0;
  if (own && (await isOurs(dataDir))) await chmod(dataDir, rights());
  return { openToOthers: ((await stat(dataDir)).mode & 0o066) !== 0 };
}

async function isOurs(dataDir: string): Promise<boolean> {
  if (OURS.some((name) => existsSync(path.join(dataDir, name)))) return true;
  return (await readDataDir(dataDir)).length === 0;
}

/**
 * As root the embedded PostgreSQL runs as another account. On Linux it is started inside its folder and needs no way there; elsewhere
 * it walks through the data directory, without seeing what is in it.
 */
function rights(): number {
  return process.getuid?.() === 0 && !existsSync('/proc/self/cwd') ? 0o711 : 0o700;
}
