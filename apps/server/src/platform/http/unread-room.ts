import { siteOrNetwork } from '../network-of.ts';
import { createFairRoom, type FairRoomSize, type Occupant } from './body/fair-room.ts';
import type { Exchange } from './body/held-body.ts';
import { whenOver } from './when-over.ts';

/** Counts what is held for replies until their readers have taken them. */
export interface UnreadRoom {
  /**
   * Takes room for the reply to a person. Where the room of all is full, whoever holds most of it is disconnected. Throws AppError `tooManyRequests` where
   * this person's replies fill theirs.
   */
  hold(who: string, exchange: Exchange, amount: number): void;
}

export function createUnreadRoom(size: FairRoomSize): UnreadRoom {
  const room = createFairRoom(size);
  return {
    hold(account, { request, reply }, amount) {
      const stop = () => void reply.raw.destroy();
      const held: Occupant = { account, site: siteOrNetwork(request.ip), held: 0, since: 0, stop };
      room.take(held, amount);
      whenOver(reply.raw, () => room.leave(held));
    },
  };
}
