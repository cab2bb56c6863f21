import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { gatherPieces } from './gather-pieces.ts';
import type { HeldBody } from './held-body.ts';

interface Reading {
  held: HeldBody;
  /** The body ends within this time, however slowly it comes. */
  withinMs: number;
}

/**
 * Reads a body that is at most as large as its route takes, and counts what it holds. Throws AppError payloadTooLarge, tooManyRequests,
 * bodyTooSlow, invalidInput.
 */
export async function readHeld(
  { headers, routeOptions }: FastifyRequest,
  payload: Readable,
  reading: Reading,
): Promise<Buffer> {
  const limit = routeOptions.bodyLimit;
  if (Number(headers['content-length']) > limit) throw new AppError('payloadTooLarge');
  return readBytes(payload, limit, reading);
}

/** Reads a body to its end. A sender that goes away in the middle is `invalidInput`, one that takes too long `bodyTooSlow`. */
function readBytes(payload: Readable, limit: number, { held, withinMs }: Reading): Promise<Buffer> {
  const pieces = gatherPieces();
  let length = 0;
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      payload.off('data', onData).off('end', onEnd).off('error', stop).off('close', stop);
    };
    const stop = (error?: unknown) => {
      settle();
      reject(error instanceof AppError ? error : new AppError('invalidInput', { fields: 'body' }));
    };
    const timer = setTimeout(() => stop(new AppError('bodyTooSlow')), withinMs);
    const onEnd = () => {
      settle();
      held.keep();
      resolve(pieces.whole());
    };
    const onData = (chunk: Buffer) => {
      try {
        if ((length += chunk.length) > limit) throw new AppError('payloadTooLarge');
        held.hold(chunk.length, stop);
        pieces.add(chunk);
      } catch (error) {
        stop(error);
      }
    };
    if (payload.destroyed) stop();
    else payload.on('data', onData).on('end', onEnd).on('error', stop).on('close', stop);
  });
}
