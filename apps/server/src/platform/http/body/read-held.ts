import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { HeldBody } from './held-body.ts';
import { readBytes } from './read-bytes.ts';

/**
 * Reads a body that is at most as large as its route takes, and counts what it holds. Throws AppError payloadTooLarge, tooManyRequests,
 * bodyTooSlow, invalidInput.
 */
export async function readHeld(
  { headers, routeOptions }: FastifyRequest,
  payload: Readable,
  { held, withinMs }: { held: HeldBody; withinMs: number },
): Promise<Buffer> {
  const limit = routeOptions.bodyLimit;
  if (Number(headers['content-length']) > limit) throw new AppError('payloadTooLarge');
  let length = 0;
  const arrived = (bytes: number) => {
    if ((length += bytes) > limit) throw new AppError('payloadTooLarge');
    held.hold(bytes);
  };
  return readBytes(payload, { arrived, withinMs });
}
