import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WORTH_PACKING, type Packing } from './held-file.ts';

/** Longer answers are packed piece by piece while they leave, so that they are not held twice. */
const MOST = 256 * 1024;
/** About as quick as gzip, and smaller. */
export const ANSWER_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const PACK: Record<Packing, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, ANSWER_BROTLI),
  gzip: (text) => promisify(gzip)(text),
};

/**
 * The answer as the client likes it best. One of a usual size is packed at once: through the streams of the server's own compression, which
 * packs all others, it would cost several times as much.
 */
export async function packAnswer(
  text: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<string | Buffer> {
  const { 'accept-encoding': accepted, 'x-no-compression': plain } = request.headers;
  if (text.length < WORTH_PACKING || text.length > MOST || !accepted || plain !== undefined) return text;
  const packing = negotiate(accepted, ['br', 'gzip'] satisfies Packing[]);
  if (!packing) return text;
  const vary = reply.getHeader('vary');
  reply.headers({
    'content-encoding': packing,
    vary: typeof vary === 'string' ? `${vary}, accept-encoding` : 'accept-encoding',
  });
  return PACK[packing](text);
}
