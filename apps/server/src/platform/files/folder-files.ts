import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkFileName, type FileStore } from './file-store.ts';

/** Marks a file that is being written. */
const PARTIAL = '.part';
const CHUNK_BYTES = 256 * 1024;

/** Files in a folder. Several servers share them when they share the folder. */
export function createFolderFiles(root: string): FileStore {
  const pathOf = (name: string) => {
    checkFileName(name);
    return path.join(root, name);
  };
  return {
    async write(name, content) {
      const target = pathOf(name);
      const partial = `${target}-${randomUUID()}${PARTIAL}`;
      await mkdir(path.dirname(target), { recursive: true });
      try {
        await pipeline(content, createWriteStream(partial, { flush: true }));
        const { size } = await stat(partial);
        await rename(partial, target);
        return size;
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    read: (name) => createReadStream(pathOf(name), { highWaterMark: CHUNK_BYTES }),
    exists: (name) =>
      stat(pathOf(name)).then(
        (found) => found.isFile(),
        () => false,
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
    async list(folder) {
      const directory = pathOf(folder);
      const names = await readdir(directory).catch(() => []);
      const found = await Promise.all(
        names
          .filter((name) => !name.endsWith(PARTIAL))
          .map(async (name) => {
            const known = await stat(path.join(directory, name)).catch(() => undefined);
            return known?.isFile() ? { name: `${folder}/${name}`, writtenAt: known.mtimeMs } : undefined;
          }),
      );
      return found.filter((file) => file !== undefined);
    },
    check: () => access(root),
  };
}
