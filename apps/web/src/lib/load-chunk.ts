import type { LIMITS } from '@sunfleet/contract';
import { type ComponentType, lazy } from 'react';
import type { Reach } from './reach/create-reach.ts';
import { serverReach } from './reach/server-reach.ts';

const TIMEOUT_MS: (typeof LIMITS)['chunkLoadTimeoutMs'] = 120_000;

/** A part of the product that did not arrive in time. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Whether a part of the product could not be fetched, in the words of the browsers or in ours. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkLoadError ||
  (error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message));

/**
 * Loads a part of the product that is fetched on demand. Where it cannot be fetched, it is fetched again once the server answers, however
 * long that takes; gives up a part that does not arrive within 120 s. Rejects with what the load rejects with, or `ChunkLoadError`.
 */
export async function loadChunk<T>(
  load: () => Promise<T>,
  reach: Pick<Reach, 'doubt'> = serverReach,
): Promise<T> {
  try {
    return await inTime(load);
  } catch (error) {
    if (!isChunkError(error) || error instanceof ChunkLoadError) throw error;
    await reach.doubt();
    return inTime(load);
  }
}

function inTime<T>(load: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('A part was not loaded in time.')), TIMEOUT_MS);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** A component that is loaded when it is first drawn. */
// oxlint-disable-next-line typescript/no-explicit-any -- the properties of the component are the caller's
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<C>) =>
  lazy(() => loadChunk(load).then((part) => ({ default: part })));
