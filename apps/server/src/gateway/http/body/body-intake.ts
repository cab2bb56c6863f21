import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createByteRoom, type RoomSize } from '../../../platform/byte-room.ts';
import { hold, holdUntilAnswered, type HeldBody } from '../../../platform/http/body/held-body.ts';
import { readHeld } from '../../../platform/http/body/read-held.ts';
import { createTurns } from '../../../platform/turns.ts';
import { encodingOf, unpack } from './unpack.ts';

const MB = 1024 * 1024;
/** Four agents of one organisation may have the largest batch under way. */
const OF_ORGANISATIONS: RoomSize = { each: 128 * MB, inAll: 320 * MB };
/** Devices that nobody owns share less, each network by itself. */
const OF_STRANGERS: RoomSize = { each: 16 * MB, inAll: 64 * MB };
/** Stations send over slow lines, and the largest batch has 32 MB. */
const WITHIN_MS = 110_000;
/** The unpacker has four threads; it shares them with the files. */
const UNPACKED_AT_ONCE = 3;
const UNPACKING_QUEUE = 32;

/** Whom memory is counted for: an organisation by its code, or the network of a device that nobody owns. */
export interface BodySender {
  organisationCode: string | null;
  network: string;
}

export interface BodyIntake {
  /** To be called when the sender has shown its key, before anything of the body is read. */
  admit(sender: BodySender, reply: FastifyReply): HeldBody;
  /**
   * The body, unpacked, which is at most as large as the route takes. Throws AppError payloadTooLarge, tooManyRequests, bodyTooSlow,
   * unsupportedFileType, invalidInput.
   */
  read(request: FastifyRequest, payload: Readable, held: HeldBody): Promise<Buffer>;
}

/** Reads bodies of admitted senders within bounds: bytes of each and of all, and unpacking at the same time. */
export function createBodyIntake(): BodyIntake {
  const organisations = createByteRoom(OF_ORGANISATIONS);
  const strangers = createByteRoom(OF_STRANGERS);
  const turns = createTurns({ atOnce: UNPACKED_AT_ONCE, waitingEach: UNPACKING_QUEUE });
  return {
    admit: ({ organisationCode, network }, reply) =>
      organisationCode === null
        ? holdUntilAnswered(strangers, network, reply)
        : holdUntilAnswered(organisations, organisationCode, reply),
    async read(request, payload, held) {
      const limit = request.routeOptions.bodyLimit;
      const encoding = encodingOf(request.headers['content-encoding']);
      const packed = await readHeld(request, payload, { held, withinMs: WITHIN_MS });
      if (!encoding) return packed;
      const bytes = await turns.take(held.sender, () => unpack(packed, encoding, limit));
      hold(held, bytes.length);
      return bytes;
    },
  };
}
