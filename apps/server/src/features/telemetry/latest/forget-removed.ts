import { messageOf } from '../../../platform/errors.ts';
import { every } from '../../../platform/jobs/every.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Latest } from './latest-store.ts';

/** After a store failed. */
const RETRY_MS = 30_000;
/** An import has many devices. */
const GATHER_MS = 100;

/**
 * Mends the newest values of devices of which samples were removed, all that are announced together in one go, and tells this server's
 * listeners when that is done. Answers the function that ends it.
 */
export function forgetRemoved(
  { bus, log }: Pick<Platform, 'bus' | 'log'>,
  latest: Pick<Latest, 'mend'>,
): () => Promise<void> {
  const removed = new Set<number>();
  const mending = every(
    RETRY_MS,
    async () => {
      const deviceIds = [...removed];
      if (deviceIds.length === 0) return;
      removed.clear();
      try {
        await latest.mend(deviceIds);
      } catch (error) {
        for (const id of deviceIds) removed.add(id);
        log.warn({ err: messageOf(error) }, 'newest values of removed samples stay until the store answers');
        return;
      }
      // Not awaited: a listener may wait for a store that is away, and would keep the server from stopping.
      void bus.publish('latestMended', { deviceIds });
    },
    { log, name: 'removed samples', gatherMs: GATHER_MS },
  );
  const unsubscribe = bus.subscribe('measurementsRemoved', ({ deviceId }) => {
    removed.add(deviceId);
    mending.wake();
  });
  return async () => {
    unsubscribe();
    await mending.stop();
  };
}
