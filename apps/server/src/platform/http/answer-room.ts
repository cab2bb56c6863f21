import { siteOrNetwork } from '../network-of.ts';
import { createFairRoom, type FairRoomSize, type Occupant } from './body/fair-room.ts';
import type { Exchange } from './body/held-body.ts';
import { whenOver } from './when-over.ts';

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
  const room = createFairRoom(size);
  return {
    hold(who, { request, reply }, bytes) {
      if (bytes < SMALL_BYTES) return;
      const stop = () => void reply.raw.destroy();
      const answer: Occupant = { account: who, site: siteOrNetwork(request.ip), held: 0, since: 0, stop };
      room.take(answer, bytes);
      whenOver(reply.raw, () => room.leave(answer));
    },
  };
}
