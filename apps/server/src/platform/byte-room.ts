import { AppError } from './errors.ts';
import { GroupCount } from './group-count.ts';

/** Memory that bodies, or unfinished packets, may take: of one sender, and of all together. */
export interface RoomSize {
  each: number;
  inAll: number;
}

/** Counts the bytes that senders hold. What does not fit is refused, and the sender tries again. */
export interface ByteRoom {
  /** Throws AppError `tooManyRequests` when the sender, or all together, hold too much. */
  take(sender: string, bytes: number): void;
  give(sender: string, bytes: number): void;
}

export function createByteRoom({ each, inAll }: RoomSize): ByteRoom {
  const held = new GroupCount<string>();
  let total = 0;
  return {
    take(sender, bytes) {
      if (held.of(sender) + bytes > each || total + bytes > inAll) throw new AppError('tooManyRequests');
      held.change(sender, bytes);
      total += bytes;
    },
    give(sender, bytes) {
      held.change(sender, -bytes);
      total -= bytes;
    },
  };
}
