import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { createByteRoom, type RoomSize } from '../../../platform/byte-room.ts';
import {
  createBodyHolder,
  type Exchange,
  type HeldBody,
  type Share,
} from '../../../platform/http/body/held-body.ts';
import { readHeld } from '../../../platform/http/body/read-held.ts';
import { createTurns } from '../../../platform/turns.ts';
import { encodingOf, unpack } from './unpack.ts';

const MB = 1024 * 1024;
/** Four agents of one organisation may have the largest batch under way. */
const OF_ORGANISATIONS: RoomSize = { each: 128 * MB, inAll: 320 * MB };
/** A device that nobody owns may have two of the largest bodies under way. */
const OF_STRANGERS: RoomSize = { each: 4 * MB, inAll: 64 * MB };
/** Such devices of one network share this. */
const OF_NETWORKS: RoomSize = { each: 16 * MB, inAll: 64 * MB };
/** Stations send over slow lines, and the largest batch has 32 MB. */
const WITHIN_MS = 110_000;
/** The unpacker has four threads; it shares them with the files. */
const UNPACKED_AT_ONCE = 3;
const UNPACKING_QUEUE = 32;

/** Whom memory is counted for: an organisation by its code, or a device that nobody owns, and its network. */
export type BodySender = { organisationCode: string } | { deviceId: number; network: string };

/** The body of a sender that was let in. */
export interface AdmittedBody extends HeldBody {
  /** Who takes turns with others where bodies are unpacked. */
  turn: string;
}

export interface BodyIntake {
  /** To be called when the sender has shown its key, before anything of the body is read. */
  admit(sender: BodySender, exchange: Exchange): AdmittedBody;
  /**
   * The body, unpacked, which is at most as large as the route takes. Throws AppError payloadTooLarge, tooManyRequests, bodyTooSlow,
   * unsupportedFileType, invalidInput.
   */
  read(request: FastifyRequest, payload: Readable, held: AdmittedBody): Promise<Buffer>;
}

/** Reads bodies of admitted senders within bounds: bytes of each and of all, and unpacking at the same time. */
export function createBodyIntake(): BodyIntake {
  const organisations = createByteRoom(OF_ORGANISATIONS);
  const strangers = createByteRoom(OF_STRANGERS);
  const networks = createByteRoom(OF_NETWORKS);
  const holdUntilAnswered = createBodyHolder();
  const turns = createTurns({ atOnce: UNPACKED_AT_ONCE, waitingEach: UNPACKING_QUEUE });
  /** The widest last: its sender takes the turns. */
  const sharesOf = (sender: BodySender): Share[] =>
    'deviceId' in sender
      ? [
          { room: strangers, sender: `device ${sender.deviceId}` },
          { room: networks, sender: sender.network },
        ]
      : [{ room: organisations, sender: sender.organisationCode }];
  return {
    admit(sender, exchange) {
      const shares = sharesOf(sender);
      return { ...holdUntilAnswered(shares, exchange), turn: shares.at(-1)!.sender };
    },
    async read(request, payload, held) {
      const limit = request.routeOptions.bodyLimit;
      const encoding = encodingOf(request.headers['content-encoding']);
      const packed = await readHeld(request, payload, { held, withinMs: WITHIN_MS });
      if (!encoding) return packed;
      const bytes = await turns.take(held.turn, () => unpack(packed, encoding, limit));
      held.hold(bytes.length);
      return bytes;
    },
  };
}
