import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { syncFolder, writeDurably } from '../postgres/write-durably.ts';

const FILE = 'restored.json';
const schema = z.object({ madeAt: z.string() });

/** Says to the first start after a restore of when the backup is. */
export const markRestored = (folder: string, madeAt: string): Promise<void> =>
  writeDurably(path.join(folder, FILE), JSON.stringify({ madeAt }), 0o600);

/** When the backup was made from which this data directory comes, while no server has started on it since. */
export async function readRestoredMark(dataDir: string): Promise<string | undefined> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return text === undefined ? undefined : schema.parse(JSON.parse(text)).madeAt;
}

export async function removeRestoredMark(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, FILE), { force: true });
  await syncFolder(dataDir);
}
