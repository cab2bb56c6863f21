import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import type { Logger } from './log.ts';
import { isStoreFailure } from './store-failure.ts';

const RETRY_MS = 2000;

/** Does work again as long as a store does not answer. Rejects with any other error, and with that of the store once `signal` is aborted. */
export async function untilStoresAnswer<Answer>(
  work: () => Answer | Promise<Answer>,
  { signal, log, name }: { signal: AbortSignal; log: Pick<Logger, 'warn'>; name: string },
): Promise<Answer> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isStoreFailure(error)) throw error;
      log.warn({ err: messageOf(error), work: name }, 'waits for the stores');
      await delay(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}
