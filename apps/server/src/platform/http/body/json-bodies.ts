import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../network-of.ts';
import { AppError } from '../../errors.ts';
import { createByteRoom, type RoomSize } from '../../byte-room.ts';
import { holdUntilAnswered, type HeldBody } from './held-body.ts';
import { readHeld } from './read-held.ts';

const KB = 1024;
const MB = 1024 * KB;
/** What a body may have where its route says nothing else: of people who are signed in, and of everybody. */
export const SESSION_BODY_BYTES = 2 * MB;
export const PUBLIC_BODY_BYTES = 16 * KB;
/** Eight of the largest bodies of one network at the same time. */
const OF_SESSIONS: RoomSize = { each: 16 * MB, inAll: 256 * MB };
/** Apart from the other, so that nobody who is signed in keeps others from signing in. */
const OF_STRANGERS: RoomSize = { each: 4 * MB, inAll: 128 * MB };
const WITHIN_MS = 30_000;

/** What is known of a request whose caller was let in: whose room its body takes, and whether its bytes are needed as they came. */
interface Expected {
  held: HeldBody;
  signed: boolean;
}

export interface JsonBodies {
  /** To be called when a caller was let in: bodies of other requests are not read. */
  expect(request: FastifyRequest, reply: FastifyReply, of: { known: boolean; signed: boolean }): void;
  /** The bytes of the body of a signed request. */
  bytesOf(request: FastifyRequest): Buffer;
}

/** Reads JSON of callers who were let in, within bounds: bytes of each network and of all, and time. */
export function createJsonBodies(app: FastifyInstance, withinMs = WITHIN_MS): JsonBodies {
  const sessions = createByteRoom(OF_SESSIONS);
  const strangers = createByteRoom(OF_STRANGERS);
  const expected = new WeakMap<FastifyRequest, Expected>();
  const kept = new WeakMap<FastifyRequest, Buffer>();

  async function read(request: FastifyRequest, payload: Readable): Promise<string> {
    const known = expected.get(request);
    // No route waits for it.
    if (!known) throw new AppError('notFound');
    const bytes = await readHeld(request, payload, { held: known.held, withinMs });
    if (known.signed) kept.set(request, bytes);
    return bytes.toString('utf8');
  }

  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    (request: FastifyRequest, payload: Readable, done: (error: Error | null, body?: unknown) => void) => {
      read(request, payload).then(
        (text) => void parse(request, text, done),
        (error: Error) => done(error),
      );
    },
  );
  return {
    expect(request, reply, { known, signed }) {
      if (request.method === 'GET') return;
      const held = holdUntilAnswered(known ? sessions : strangers, networkOf(request.ip), reply);
      expected.set(request, { held, signed });
    },
    bytesOf: (request) => kept.get(request) ?? Buffer.alloc(0),
  };
}
