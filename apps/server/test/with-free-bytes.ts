import type { FileStore } from '../src/platform/files/file-store.ts';

/** Does something while a store of files says that it has so much room. */
export async function withFreeBytes<T>(files: FileStore, bytes: number, work: () => Promise<T>): Promise<T> {
  const { freeBytes } = files;
  files.freeBytes = () => Promise.resolve(bytes);
  try {
    return await work();
  } finally {
    files.freeBytes = freeBytes;
  }
}
