import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file as a whole: after a power cut there is the old one or the new one, never half of it. */
export async function writeDurably(file: string, text: string, mode = 0o644): Promise<void> {
  const handle = await open(`${file}.new`, 'w', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(path.dirname(file));
}

/** Brings the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file system writes names in order.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
