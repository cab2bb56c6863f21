import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LIMITS } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { readBytes } from './reading/decode-text.ts';

/** How much larger than the limit of an upload its content may be when unpacked. */
const UNPACKED_BYTES = 10 * LIMITS.importBytes;
const KEPT_MS = 24 * 3_600_000;

/** What is known of an uploaded file. */
export interface Upload {
  fileId: string;
  fileName: string;
  userId: number | null;
  bytes: number;
}

/** Uploaded files below the data directory, each with a note of whose it is. */
export interface Uploads {
  keep(file: { stream: Readable; fileName: string; userId: number | null }): Promise<Upload>;
  /** The upload, if it is the actor's. Throws AppError `importNotFound`. */
  find(fileId: string, actor: Actor): Promise<Upload>;
  exists(fileId: string): Promise<boolean>;
  bytes(fileId: string): AsyncGenerator<Buffer>;
  /** Drops files older than a day that no import in work needs. */
  clean(needed: ReadonlySet<string>, now: number): Promise<void>;
  remove(fileId: string): Promise<void>;
}

export function createUploads(dataDir: string): Uploads {
  const directory = path.join(dataDir, 'uploads');
  const dataOf = (fileId: string) => path.join(directory, `${fileId}.data`);
  const noteOf = (fileId: string) => path.join(directory, `${fileId}.json`);
  const remove = async (fileId: string) => {
    await rm(noteOf(fileId), { force: true });
    await rm(dataOf(fileId), { force: true });
  };
  return {
    remove,
    bytes: (fileId) => readBytes(dataOf(fileId), UNPACKED_BYTES),
    exists: async (fileId) =>
      isId(fileId) && (await stat(dataOf(fileId)).catch(() => undefined)) !== undefined,
    async keep({ stream, fileName, userId }) {
      await mkdir(directory, { recursive: true });
      const fileId = randomUUID();
      try {
        await pipeline(stream, createWriteStream(dataOf(fileId)));
        const upload = {
          fileId,
          fileName: path.basename(fileName).slice(0, 255),
          userId,
          bytes: (await stat(dataOf(fileId))).size,
        };
        await writeFile(noteOf(fileId), JSON.stringify(upload));
        return upload;
      } catch (error) {
        await remove(fileId);
        throw error;
      }
    },
    async find(fileId, actor) {
      const note = isId(fileId) ? await readFile(noteOf(fileId), 'utf8').catch(() => undefined) : undefined;
      const upload = note === undefined ? undefined : (JSON.parse(note) as Upload);
      if (!upload || upload.userId !== actor.userId) throw new AppError('importNotFound', { id: fileId });
      return upload;
    },
    async clean(needed, now) {
      for (const name of await readdir(directory).catch(() => [])) {
        const fileId = path.parse(name).name;
        const { mtimeMs } = await stat(path.join(directory, name)).catch(() => ({ mtimeMs: now }));
        if (isId(fileId) && !needed.has(fileId) && mtimeMs < now - KEPT_MS) await remove(fileId);
      }
    },
  };
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
