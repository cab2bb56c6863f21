import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

interface Reading {
  /** Hears of each piece before it is kept, and stops the reading by throwing. */
  arrived: (bytes: number) => void;
  /** The body ends within this time, however slowly it comes. */
  withinMs: number;
}

/** Reads a body to its end. A sender that goes away in the middle is `invalidInput`, one that takes too long `bodyTooSlow`. */
export function readBytes(payload: Readable, { arrived, withinMs }: Reading): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      payload.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
    };
    const timer = setTimeout(() => {
      settle();
      reject(new AppError('bodyTooSlow'));
    }, withinMs);
    const onEnd = () => {
      settle();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    };
    const onCut = () => {
      settle();
      reject(new AppError('invalidInput', { fields: 'body' }));
    };
    const onData = (chunk: Buffer) => {
      try {
        arrived(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        settle();
        reject(error as Error);
      }
    };
    if (payload.destroyed) onCut();
    else payload.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}
