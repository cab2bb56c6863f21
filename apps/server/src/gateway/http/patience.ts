import { AppError } from '../../platform/errors.ts';

/**
 * Waits for a store that may be down. Beyond the patience (ms, of the settings) the sender gets `storeUnavailable` and sends again. Should the
 * samples become durable after all, they are still stored only once.
 */
export async function withinPatience<T>(work: Promise<T>, patience: number): Promise<T> {
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
