import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkFileName, type FileStore, type StoredFile } from './file-store.ts';
import { readDiskRoom, requireDiskRoom, whileRoom } from './leave-room.ts';

/** Marks a file that is being written. */
const PARTIAL = '.part';
const CHUNK_BYTES = 256 * 1024;

/** Files in a folder. Several servers share them when they share the folder. What is written leaves room on the disk. */
export function createFolderFiles(root: string, lookAt = readDiskRoom): FileStore {
  const requireRoom = async () => requireDiskRoom(await lookAt(root));
  const pathOf = (name: string) => {
    checkFileName(name);
    return path.join(root, name);
  };
  return {
    async write(name, content) {
      const target = pathOf(name);
      const partial = `${target}-${randomUUID()}${PARTIAL}`;
      await mkdir(path.dirname(target), { recursive: true });
      // Looked at before anything of the content is taken, so that whoever sends it may be answered.
      await requireRoom();
      try {
        const written = (source: Readable) => whileRoom(source, requireRoom);
        await pipeline(content, written, createWriteStream(partial, { flush: true }));
        const { size } = await stat(partial);
        await rename(partial, target);
        return size;
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    read: (name, part) =>
      createReadStream(pathOf(name), {
        highWaterMark: CHUNK_BYTES,
        ...(part && { start: part.from, end: part.from + part.bytes - 1 }),
      }),
    exists: (name) =>
      stat(pathOf(name)).then(
        (found) => found.isFile(),
        () => false,
      ),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list(folder) {
      for await (const { name, writtenAt } of filesIn(pathOf(folder)))
        if (!name.endsWith(PARTIAL)) yield { name: `${folder}/${name}`, writtenAt };
    },
    async forgetBroken(folder, before) {
      const directory = pathOf(folder);
      for await (const { name, writtenAt } of filesIn(directory))
        if (name.endsWith(PARTIAL) && writtenAt < before)
          await rm(path.join(directory, name), { force: true });
    },
    freeBytes: async () => (await lookAt(root)).freeBytes,
    check: () => access(root),
  };
}

/** What a directory holds, one after the other; none where there is no such directory. What goes meanwhile is left out. */
async function* filesIn(directory: string): AsyncGenerator<StoredFile> {
  const opened = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!opened) return;
  for await (const { name } of opened) {
    const known = await stat(path.join(directory, name)).catch(() => undefined);
    if (known?.isFile()) yield { name, writtenAt: known.mtimeMs };
  }
}
