import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { shownName } from '../../platform/http/receive-file.ts';
import type { InTurn } from '../../platform/http/work-of-people.ts';
import type { FileQuota } from './limits/file-quota.ts';
import type { Bringer } from './limits/payer.ts';

const KEPT_MS = 24 * 3_600_000;
/** Looking for old files reads the whole folder, and each upload asks for it. */
const CLEANED_EVERY_MS = 10 * 60_000;

/** What is known of an uploaded file. */
export interface Upload {
  fileId: string;
  fileName: string;
  userId: number | null;
  bytes: number;
}

/** Uploaded files, each with a note of whose it is. */
export interface Uploads {
  /**
   * Keeps a file of a person; `announced`: the bytes it takes at most. Throws AppError `importFilesTooLarge` before the first byte is read
   * where the payer has no room for them.
   */
  keep(file: {
    stream: Readable;
    fileName: string;
    payer: Bringer;
    announced: number;
    /** Does what waits for others who upload when it is the sender's turn. */
    inTurn?: InTurn;
  }): Promise<Upload>;
  /** The upload, if it is the actor's. Throws AppError `importNotFound`. */
  find(fileId: string, actor: Actor): Promise<Upload>;
  exists(fileId: string): Promise<boolean>;
  /** The file as it came. */
  read(fileId: string): Readable;
  /** Drops files older than a day, and not older than `since`, that no import in work needs; every ten minutes at most. */
  clean(needed: () => Promise<ReadonlySet<string>>, now: number, since?: number): Promise<void>;
  remove(fileId: string): Promise<void>;
}

const FOLDER = 'uploads';
const dataOf = (fileId: string) => `${FOLDER}/${fileId}.data`;
const noteOf = (fileId: string) => `${FOLDER}/${fileId}.json`;

export function createUploads(files: FileStore, quota: FileQuota): Uploads {
  const remove = async (fileId: string) => {
    await files.remove(noteOf(fileId));
    await files.remove(dataOf(fileId));
    await quota.release(fileId);
  };
  let cleanedAt = -Infinity;
  return {
    remove,
    read: (fileId) => files.read(dataOf(fileId)),
    exists: async (fileId) => isId(fileId) && (await files.exists(dataOf(fileId))),
    async keep({ stream, fileName, payer, announced, inTurn = (work) => work() }) {
      const fileId = randomUUID();
      const dropped = await inTurn(() => quota.reserve(fileId, payer, announced));
      try {
        for (const old of dropped) await remove(old);
        const bytes = await files.write(dataOf(fileId), stream);
        await quota.settle(fileId, bytes);
        const upload = { fileId, fileName: shownName(fileName), userId: payer.userId, bytes };
        await files.write(noteOf(fileId), Readable.from([JSON.stringify(upload)]));
        return upload;
      } catch (error) {
        await remove(fileId);
        throw error;
      }
    },
    async find(fileId, actor) {
      const upload = isId(fileId) ? await readNote(files, fileId) : undefined;
      if (!upload || upload.userId !== actor.userId) throw new AppError('importNotFound', { id: fileId });
      return upload;
    },
    async clean(needed, now, since = -Infinity) {
      if (Math.abs(now - cleanedAt) < CLEANED_EVERY_MS) return;
      cleanedAt = now;
      const kept = await needed();
      await files.forgetBroken(FOLDER, now - KEPT_MS);
      for await (const { name, writtenAt } of files.list(FOLDER)) {
        const fileId = path.parse(name).name;
        const isOver = writtenAt < now - KEPT_MS && writtenAt >= since;
        if (isId(fileId) && !kept.has(fileId) && isOver) await remove(fileId);
      }
    },
  };
}

async function readNote(files: FileStore, fileId: string): Promise<Upload | undefined> {
  if (!(await files.exists(noteOf(fileId)))) return undefined;
  return JSON.parse(await text(files.read(noteOf(fileId)))) as Upload;
}

function isId(name: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}
