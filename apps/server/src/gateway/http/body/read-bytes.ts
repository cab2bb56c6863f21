import type { Readable } from 'node:stream';
import { AppError } from '../../../platform/errors.ts';

/**
 * Reads a body to its end. `arrived` hears of each piece before it is kept, and stops the reading by throwing. A sender that goes away
 * in the middle is `invalidInput`.
 */
export function readBytes(payload: Readable, arrived: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const settle = () =>
      payload.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
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
