import { copyFile, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/**
 * Copies what a directory holds while files in it come and go. One that goes meanwhile is left out, and nothing else with it: whoever uploads
 * and deletes would otherwise decide which files of others are in a backup.
 */
export async function copyFiles(
  from: string,
  to: string,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<void> {
  const names = (await readdir(from).catch(unlessGone)) ?? [];
  await mkdir(to, { recursive: true });
  for (const name of names) {
    if (leftOut.has(name)) continue;
    const [source, target] = [path.join(from, name), path.join(to, name)];
    const found = await stat(source).catch(unlessGone);
    if (found?.isDirectory()) await copyFiles(source, target);
    else if (found?.isFile()) await copyOne(source, target).catch(unlessGone);
  }
}

/** Copies one file with its times. */
export async function copyOne(source: string, target: string): Promise<void> {
  const { atime, mtime } = await stat(source);
  await copyFile(source, target);
  await utimes(target, atime, mtime);
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
