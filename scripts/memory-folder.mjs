// A folder in memory for what a test run stores: hundreds of databases come and go, and a disk takes longer for their files than the tests need.
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const PREFIX = 'sunfleet-tests-';
/** A run stores up to two gigabytes at one time; the rest is for its servers and browsers. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/** Makes the folder of this process; none where the machine has no such place, or not the memory. Removes those of runs that were killed. */
export function makeMemoryFolder() {
  if (process.platform !== 'linux' || !existsSync(SHARED_MEMORY)) return;
  for (const name of readdirSync(SHARED_MEMORY))
    if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
      rmSync(path.join(SHARED_MEMORY, name), { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  if (Math.min(bavail * bsize, availableBytes()) < NEEDED_BYTES) return;
  const folder = path.join(SHARED_MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // Like any folder for temporary files: PostgreSQL runs as somebody else where root starts the tests.
  chmodSync(folder, 0o1777);
  return folder;
}

export const removeMemoryFolder = (folder) => rmSync(folder, { recursive: true, force: true });

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const availableBytes = () =>
  1024 * Number(/^MemAvailable:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0);
