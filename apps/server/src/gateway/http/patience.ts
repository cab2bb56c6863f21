import { AppError } from '../../platform/errors.ts';
import { within } from '../../platform/within.ts';

/**
 * Waits for a store that may be down. Beyond the patience (ms, of the settings) the sender gets `storeUnavailable` and sends again. Should the
 * samples become durable after all, they are still stored only once.
 */
export function withinPatience<T>(work: Promise<T>, patience: number): Promise<T> {
  return within(
    patience,
    work,
    () => new AppError('storeUnavailable', { store: 'ClickHouse', reason: 'timeout' }),
  );
}
