import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Packing = 'br' | 'gzip';

/** What anybody may fetch, held in memory, so that a client that fetches it again and again opens no files and packs nothing. */
export interface HeldFile {
  type: string;
  cacheControl: string;
  bytes: Buffer;
  /** Names this content, so that whoever has it is not sent it again. Made when it is asked for: a start does not wait for those of all files. */
  readonly tag: string;
  /** The content as it is packed already, or will be. */
  packed: Map<Packing, Promise<Buffer>>;
}

export interface HeldContent {
  type: string;
  cacheControl: string;
  bytes: Buffer;
  packed?: Map<Packing, Promise<Buffer>>;
}

/** Below it an answer fits two packets. */
export const WORTH_PACKING = 2048;
const PACKABLE = /^text\/|json|svg/;
/** Done once for each file, so it may take its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const PACK: Record<Packing, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};

export function holdFile({ packed = new Map(), ...content }: HeldContent): HeldFile {
  let tag: string | undefined;
  return {
    ...content,
    packed,
    get tag() {
      return (tag ??= tagOf(content.bytes));
    },
  };
}

function tagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Answers with a held file, packed as the client likes best; with 304 whoever has it. */
export async function sendHeld(
  request: FastifyRequest,
  reply: FastifyReply,
  file: HeldFile,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': file.cacheControl, etag: file.tag, vary: 'accept-encoding' });
  if (hasAlready(request.headers['if-none-match'], file.tag)) return reply.code(304).send();
  reply.type(file.type);
  const packing = wantedPacking(request, file);
  if (!packing) return sendBytes(reply, file.bytes);
  const packed = await packOnce(file, packing);
  return sendBytes(reply.header('content-encoding', packing), packed);
}

/** TLS copies what is written before it leaves: a client that does not read costs one slice, not the file. */
const SLICE_BYTES = 64 * 1024;

function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length <= SLICE_BYTES) return reply.send(bytes);
  return reply
    .header('content-length', bytes.length)
    .send(Readable.from(slicesOf(bytes), { highWaterMark: 1 }));
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

function packOnce({ bytes, packed }: HeldFile, packing: Packing): Promise<Buffer> {
  const known = packed.get(packing);
  if (known) return known;
  const packs = PACK[packing](bytes);
  packed.set(packing, packs);
  // What failed for want of memory is tried again by the next request.
  packs.catch(() => packed.delete(packing));
  return packs;
}

function hasAlready(asked: string | undefined, tag: string): boolean {
  return asked !== undefined && asked.split(',').some((known) => known.trim() === tag);
}

function wantedPacking({ headers }: FastifyRequest, { type, bytes }: HeldFile): Packing | null {
  if (bytes.length < WORTH_PACKING || !PACKABLE.test(type)) return null;
  return negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip'] satisfies Packing[]);
}

/** Requests a minute of one network for what is held: an office of several hundred people loads the whole product anew after an update. */
const HELD_RATE = 20_000;

/** Options of a route that answers with held files. */
export const heldRoute = {
  // They are packed already.
  compress: false,
  config: { rateLimit: { max: HELD_RATE, timeWindow: '1 minute' } },
} as const;
