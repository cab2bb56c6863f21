import { statfs } from 'node:fs/promises';
import { AppError } from '../errors.ts';

/** What files leave of a disk to the databases, without which nothing goes on and nobody deletes anything: a part of it, 2 GB at most. */
const LEFT_SHARE = 0.05;
const LEFT_BYTES = 2 * 1024 ** 3;
/** So much is written between two looks. */
const LOOK_BYTES = 16 * 1024 ** 2;

interface DiskRoom {
  freeBytes: number;
  allBytes: number;
}

export async function readDiskRoom(directory: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, allBytes: blocks * bsize };
}

/** Throws AppError `storeUnavailable` where a disk has no room for files any more. */
export function requireDiskRoom({ freeBytes, allBytes }: DiskRoom): void {
  if (freeBytes >= Math.min(LEFT_BYTES, allBytes * LEFT_SHARE)) return;
  throw new AppError('storeUnavailable', {
    store: 'disk',
    reason: 'no space left beside what the databases need',
  });
}

/** Passes content on as long as the disk has room for it. */
export async function* whileRoom(
  content: AsyncIterable<Buffer | string>,
  requireRoom: () => Promise<void>,
): AsyncGenerator<Buffer | string> {
  let unseen = 0;
  for await (const chunk of content) {
    unseen += chunk.length;
    if (unseen >= LOOK_BYTES) {
      await requireRoom();
      unseen = 0;
    }
    yield chunk;
  }
}
