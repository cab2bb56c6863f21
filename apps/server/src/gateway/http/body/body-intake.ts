import { finished, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { createByteRoom, type ByteRoom, type RoomSize } from '../../../platform/byte-room.ts';
import { readBytes } from './read-bytes.ts';
import { createTurns } from '../../../platform/turns.ts';
import { encodingOf, unpack } from './unpack.ts';

const MB = 1024 * 1024;
/** Four agents of one organisation may have the largest batch under way. */
const OF_ORGANISATIONS: RoomSize = { each: 128 * MB, inAll: 320 * MB };
/** Devices that nobody owns share less, each network by itself. */
const OF_STRANGERS: RoomSize = { each: 16 * MB, inAll: 64 * MB };
/** The unpacker has four threads; it shares them with the files. */
const UNPACKED_AT_ONCE = 3;
const UNPACKING_QUEUE = 32;

/** A sender that was let in, and the bytes its request holds until it is answered. */
export interface HeldBody {
  sender: string;
  room: ByteRoom;
  bytes: number;
}

/** Whom memory is counted for: an organisation by its code, or the network of a device that nobody owns. */
export interface BodySender {
  organisationCode: string | null;
  network: string;
}

export interface BodyIntake {
  /** To be called when the sender has shown its key, before anything of the body is read. */
  admit(sender: BodySender, reply: FastifyReply): HeldBody;
  /** The body, unpacked. Throws AppError payloadTooLarge, tooManyRequests, unsupportedFileType, invalidInput. */
  read(request: FastifyRequest, payload: Readable, to: { held: HeldBody; limit: number }): Promise<Buffer>;
}

/** Reads bodies of admitted senders within bounds: bytes of each and of all, and unpacking at the same time. */
export function createBodyIntake(): BodyIntake {
  const organisations = createByteRoom(OF_ORGANISATIONS);
  const strangers = createByteRoom(OF_STRANGERS);
  const turns = createTurns({ atOnce: UNPACKED_AT_ONCE, waitingEach: UNPACKING_QUEUE });
  return {
    admit({ organisationCode, network }, { raw }) {
      const held: HeldBody =
        organisationCode === null
          ? { sender: network, room: strangers, bytes: 0 }
          : { sender: organisationCode, room: organisations, bytes: 0 };
      finished(raw, () => {
        held.room.give(held.sender, held.bytes);
        held.bytes = 0;
      });
      return held;
    },
    async read({ headers }, payload, { held, limit }) {
      const encoding = encodingOf(headers['content-encoding']);
      if (Number(headers['content-length']) > limit) throw new AppError('payloadTooLarge');
      let length = 0;
      const packed = await readBytes(payload, (bytes) => {
        if ((length += bytes) > limit) throw new AppError('payloadTooLarge');
        hold(held, bytes);
      });
      if (!encoding) return packed;
      const bytes = await turns.take(held.sender, () => unpack(packed, encoding, limit));
      hold(held, bytes.length);
      return bytes;
    },
  };
}

function hold(held: HeldBody, bytes: number): void {
  held.room.take(held.sender, bytes);
  held.bytes += bytes;
}
