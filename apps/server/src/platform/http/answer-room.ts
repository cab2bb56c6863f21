import type { FairRoomSize } from './body/fair-room.ts';
import type { Exchange } from './body/held-body.ts';
import { createUnreadRoom } from './unread-room.ts';

const MB = 1024 * 1024;
const ROOM: FairRoomSize = { account: 48 * MB, site: 192 * MB, inAll: 384 * MB };
/** Shorter ones are bounded by the number of connections. */
const SMALL_BYTES = 64 * 1024;

/** Counts what answers hold until their readers have taken them. Nobody lets a thousand large ones wait at the same time. */
export interface AnswerRoom {
  /**
   * Takes room for an answer of a person until it has left. Where the room of all is full, whoever holds most of it is disconnected. Throws AppError
   * `tooManyRequests` where the answers of this person fill theirs.
   */
  hold(who: string, exchange: Exchange, bytes: number): void;
}

export function createAnswerRoom(size = ROOM): AnswerRoom {
  const room = createUnreadRoom(size);
  return {
    hold(who, exchange, bytes) {
      if (bytes >= SMALL_BYTES) room.hold(who, exchange, bytes);
    },
  };
}
