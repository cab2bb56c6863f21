import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { addJsonParser } from './add-json-parser.ts';
import { createBodyRooms, type BodyRooms, type Sender } from './body-rooms.ts';
import { SMALL_BODY_BYTES, type HeldBody } from './held-body.ts';
import { readHeld } from './read-held.ts';

/** What a body may have where its route says nothing else: of people who are signed in, and of everybody. */
export const SESSION_BODY_BYTES = 2 * 1024 * 1024;
export const PUBLIC_BODY_BYTES = SMALL_BODY_BYTES;
const WITHIN_MS = 30_000;

/** What is known of a request whose caller was let in: whose room its body takes, and whether its bytes are needed as they came. */
interface Expected {
  held: HeldBody;
  signed: boolean;
  inTurn: InTurn | undefined;
}

/** Does what cannot be interrupted with a body of so many bytes when it is its sender's turn. */
type InTurn = (bytes: number, work: () => Promise<unknown>) => Promise<unknown>;

export interface JsonBodies {
  /** To be called when a caller was let in: bodies of other requests are not read. Without `inTurn` a body is parsed when it has come. */
  expect(
    request: FastifyRequest,
    reply: FastifyReply,
    of: Sender & { signed: boolean; inTurn?: InTurn },
  ): void;
  /** The bytes of the body of a signed request. */
  bytesOf(request: FastifyRequest): Buffer;
  /** How many bytes came as the body of a request. */
  lengthOf(request: FastifyRequest): number;
}

interface Bounds {
  withinMs?: number;
  rooms?: BodyRooms;
}

/** Reads JSON of callers who were let in, within bounds: bytes by account, by site and in all, and time. */
export function createJsonBodies(
  app: FastifyInstance,
  { withinMs = WITHIN_MS, rooms = createBodyRooms() }: Bounds = {},
): JsonBodies {
  const expected = new WeakMap<FastifyRequest, Expected>();
  const kept = new WeakMap<FastifyRequest, Buffer>();
  const lengths = new WeakMap<FastifyRequest, number>();

  async function read(request: FastifyRequest, payload: Readable): Promise<Buffer> {
    const known = expected.get(request);
    // No route waits for it.
    if (!known) throw new AppError('notFound');
    const bytes = await readHeld(request, payload, { held: known.held, withinMs });
    if (known.signed) kept.set(request, bytes);
    lengths.set(request, bytes.length);
    return bytes;
  }

  app.removeAllContentTypeParsers();
  addJsonParser(app, read, (request, { length }, parse) => {
    const { held, inTurn } = expected.get(request)!;
    return held.during(() => (inTurn ? inTurn(length, parse) : parse()));
  });
  return {
    expect(request, reply, { signed, inTurn, ...sender }) {
      if (request.method === 'GET') return;
      const held = rooms.admit(sender, { request, reply });
      expected.set(request, { held, signed, inTurn });
    },
    bytesOf: (request) => kept.get(request) ?? Buffer.alloc(0),
    lengthOf: (request) => lengths.get(request) ?? 0,
  };
}
