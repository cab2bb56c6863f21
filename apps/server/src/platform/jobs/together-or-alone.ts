import { isStoreFailure } from '../store-failure.ts';

/**
 * Does something with all of what is due together; where that fails, with each alone, so that those with which it cannot be done, whatever is stored of them,
 * keep no other one waiting, not even where nothing else is due with them. Throws what the work threw where it cannot be done with any of several because
 * of the store.
 */
export async function togetherOrAlone<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<unknown>,
  failed: (error: unknown, one: T) => void,
): Promise<void> {
  if (all.length === 0) return;
  try {
    await work(all);
  } catch (error) {
    const [only] = all;
    if (all.length === 1) return failed(error, only!);
    let failures = 0;
    for (const one of all)
      try {
        await work([one]);
      } catch (reason) {
        failures += 1;
        failed(reason, one);
      }
    if (failures === all.length && isStoreFailure(error)) throw error;
  }
}
