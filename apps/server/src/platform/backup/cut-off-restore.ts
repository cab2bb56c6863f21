import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncTree } from '../sync-files.ts';

/** Where the stores of a backup are put together, inside the data directory. */
export const RESTORING = '.restoring';
/** What it is called once all of it is there. Its parts are then moved to their places, one after the other. */
export const RESTORED = '.restored';
/** What is not copied as files of a data directory: the stores, and what a restore left that was cut off. */
export const STORES: ReadonlySet<string> = new Set(['postgres', 'clickhouse', RESTORING, RESTORED]);

/** A server that started between would begin with empty stores, or with one of them. Throws an `Error` for people. */
export function refuseCutOffRestore(dataDir: string): void {
  if ([RESTORING, RESTORED].some((name) => existsSync(path.join(dataDir, name))))
    throw new Error(
      `A backup was being restored into ${dataDir}, and that was cut off. Run "npm run restore" again before the server starts.`,
    );
}

/** Moves what was put together to its place, from wherever that stands. False: nothing was. */
export async function moveRestored(dataDir: string): Promise<boolean> {
  const from = path.join(dataDir, RESTORED);
  if (!existsSync(from)) return false;
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(dataDir, name));
  await syncTree(dataDir);
  await rm(from, { recursive: true });
  return true;
}
