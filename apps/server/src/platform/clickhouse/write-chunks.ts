import { open } from 'node:fs/promises';

/**
 * Writes a new file of these chunks. A disk that becomes full takes a part of a write without an error: the rest is written until it says so, because a
 * reader would tell of a spoiled file and not of the disk.
 */
export async function writeChunks(file: string, chunks: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, 'w');
  try {
    const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    let { bytesWritten } = await handle.writev(chunks);
    if (bytesWritten === bytes) return;
    const whole = Buffer.concat(chunks);
    while (bytesWritten < bytes) bytesWritten += (await handle.write(whole, bytesWritten)).bytesWritten;
  } finally {
    await handle.close();
  }
}
