import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRoom } from '../../byte-room.ts';
import { AppError } from '../../errors.ts';

/** So much of a body takes no room, so that nobody who fills a room keeps others from small requests. */
export const SMALL_BODY_BYTES = 16 * 1024;

/** A room, and the sender in it for whom the bytes of a body count. */
export interface Share {
  room: ByteRoom;
  sender: string;
}

/** What the body of a request holds. */
export interface HeldBody {
  /** Throws AppError `tooManyRequests` where a share has no room, `invalidInput` where the sender is gone. */
  hold(bytes: number): void;
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Lets a body take of all these shares. Everything is given back when the request is answered or its sender is gone. */
type HoldUntilAnswered = (shares: readonly Share[], exchange: Exchange) => HeldBody;

export function createBodyHolder(): HoldUntilAnswered {
  /** Connections with a request that has its free bytes. Connections are counted elsewhere, so these bytes are bounded, too. */
  const served = new WeakSet<object>();
  return (shares, { request, reply }) => {
    const { socket } = request.raw;
    const free = served.has(socket) ? 0 : SMALL_BODY_BYTES;
    served.add(socket);
    let bytes = 0;
    let held = 0;
    let over = false;
    finished(reply.raw, () => {
      over = true;
      for (const { room, sender } of shares) room.give(sender, held);
      if (free > 0) served.delete(socket);
    });
    return {
      hold(more) {
        // Nobody would give it back.
        if (over) throw new AppError('invalidInput', { fields: 'body' });
        bytes += more;
        const counted = Math.max(0, bytes - free) - held;
        take(shares, counted);
        held += counted;
      },
    };
  };
}

/** Takes the bytes of all shares or of none. */
function take(shares: readonly Share[], bytes: number): void {
  const taken: Share[] = [];
  try {
    for (const share of shares) {
      share.room.take(share.sender, bytes);
      taken.push(share);
    }
  } catch (error) {
    for (const { room, sender } of taken) room.give(sender, bytes);
    throw error;
  }
}
