import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { createFairRoom, type FairRoomSize } from '../../../platform/http/body/fair-room.ts';
import { createBodyHolder, type Exchange, type HeldBody } from '../../../platform/http/body/held-body.ts';
import { readHeld } from '../../../platform/http/body/read-held.ts';
import { siteOrNetwork } from '../../../platform/network-of.ts';
import { createTurns } from '../../../platform/turns.ts';
import { encodingOf, unpack } from './unpack.ts';

const MB = 1024 * 1024;
/** Four agents of one organisation may have the largest batch under way, eight of one site. */
const OF_ORGANISATIONS: FairRoomSize = { account: 128 * MB, site: 256 * MB, inAll: 320 * MB };
/** A device that nobody owns may have two of the largest bodies under way, and such devices of one site eight. */
const OF_STRANGERS: FairRoomSize = { account: 4 * MB, site: 16 * MB, inAll: 64 * MB };
/** Stations send over slow lines, and the largest batch has 32 MB. */
const WITHIN_MS = 110_000;
/** The unpacker has four threads; it shares them with the files. */
const UNPACKED_AT_ONCE = 3;
const UNPACKING_QUEUE = 32;

/** Whom memory is counted for, besides the site: an organisation by its code, or a device that nobody owns. */
export type BodySender = { organisationCode: string } | { deviceId: number };

/** The body of a sender that was let in. */
export interface AdmittedBody {
  held: HeldBody;
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
  read(request: FastifyRequest, payload: Readable, admitted: AdmittedBody): Promise<Buffer>;
}

/** Reads bodies of admitted senders within bounds: bytes of each, of each site and of all, and unpacking at the same time. */
export function createBodyIntake(): BodyIntake {
  const organisations = createFairRoom(OF_ORGANISATIONS);
  const strangers = createFairRoom(OF_STRANGERS);
  const holdUntilAnswered = createBodyHolder();
  const turns = createTurns({ atOnce: UNPACKED_AT_ONCE, waitingEach: UNPACKING_QUEUE });
  return {
    admit(sender, exchange) {
      if ('deviceId' in sender) {
        const lodging = { room: strangers, account: `device ${sender.deviceId}` };
        return { held: holdUntilAnswered(lodging, exchange), turn: siteOrNetwork(exchange.request.ip) };
      }
      const account = sender.organisationCode;
      return { held: holdUntilAnswered({ room: organisations, account }, exchange), turn: account };
    },
    async read(request, payload, { held, turn }) {
      const limit = request.routeOptions.bodyLimit;
      const encoding = encodingOf(request.headers['content-encoding']);
      const packed = await readHeld(request, payload, { held, withinMs: WITHIN_MS });
      if (!encoding) return packed;
      const bytes = await turns.take(turn, () => unpack(packed, encoding, limit));
      held.hold(bytes.length);
      return bytes;
    },
  };
}
