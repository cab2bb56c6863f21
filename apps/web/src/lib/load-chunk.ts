import type { LIMITS } from '@sunfleet/contract';
import { type ComponentType, lazy } from 'react';

const TIMEOUT_MS: (typeof LIMITS)['chunkLoadTimeoutMs'] = 120_000;

/** A part of the product that did not arrive in time. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** Loads a part of the product that is fetched on demand; gives up after 120 s. Rejects with what the load rejects with, or `ChunkLoadError`. */
export function loadChunk<T>(load: () => Promise<T>): Promise<T> {
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
