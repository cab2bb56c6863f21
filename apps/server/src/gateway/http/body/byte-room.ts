import { AppError } from '../../../platform/errors.ts';

/** Memory that bodies may take: of one sender, and of all together. */
export interface RoomSize {
  each: number;
  inAll: number;
}

/** Counts the bytes that bodies hold. What does not fit is refused, and the sender tries again. */
export interface ByteRoom {
  /** Throws AppError `tooManyRequests` when the sender, or all together, hold too much. */
  take(sender: string, bytes: number): void;
  give(sender: string, bytes: number): void;
}

export function createByteRoom({ each, inAll }: RoomSize): ByteRoom {
  const held = new Map<string, number>();
  let total = 0;
  return {
    take(sender, bytes) {
      const own = (held.get(sender) ?? 0) + bytes;
      if (own > each || total + bytes > inAll) throw new AppError('tooManyRequests');
      held.set(sender, own);
      total += bytes;
    },
    give(sender, bytes) {
      const own = (held.get(sender) ?? 0) - bytes;
      if (own > 0) held.set(sender, own);
      else held.delete(sender);
      total -= bytes;
    },
  };
}
