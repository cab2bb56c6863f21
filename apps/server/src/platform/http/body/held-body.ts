import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ByteRoom } from '../../byte-room.ts';

/** A sender that was let in, and the bytes its request holds until it is answered. */
export interface HeldBody {
  sender: string;
  room: ByteRoom;
  bytes: number;
}

/** What the body of a request will hold; all of it is given back when the request is answered or its sender is gone. */
export function holdUntilAnswered(room: ByteRoom, sender: string, { raw }: FastifyReply): HeldBody {
  const held: HeldBody = { sender, room, bytes: 0 };
  finished(raw, () => {
    room.give(sender, held.bytes);
    held.bytes = 0;
  });
  return held;
}

/** Throws AppError `tooManyRequests`. */
export function hold(held: HeldBody, bytes: number): void {
  held.room.take(held.sender, bytes);
  held.bytes += bytes;
}
