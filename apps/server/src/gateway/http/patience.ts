import { AppError } from '../../platform/errors.ts';

/** Milliseconds a request waits for its samples to be durable. */
const PATIENCE_MS = 30_000;

/**
 * Waits for a store that may be down. Beyond the patience the sender gets `storeUnavailable` and sends again. Should the
 * samples become durable after all, they are still stored only once.
 */
export async function withinPatience<T>(work: Promise<T>, patience = PATIENCE_MS): Promise<T> {
  const impatient = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    impatient.reject(new AppError('storeUnavailable', { store: 'ClickHouse', reason: 'timeout' }));
  }, patience);
  try {
    return await Promise.race([work, impatient.promise]);
  } finally {
    clearTimeout(timer);
  }
}
