import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Waits until the disk has a file, or the names in a directory. */
export async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same for a directory with everything below it. What disappears meanwhile needs no syncing. */
export async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const target = path.join(directory, entry.name);
    if (entry.isDirectory()) await syncTree(target).catch(unlessGone);
    else if (entry.isFile()) await syncPath(target).catch(unlessGone);
  }
  await syncPath(directory);
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
