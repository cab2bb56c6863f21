import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

/**
 * Lets each statement that the work sends to PostgreSQL take so many milliseconds, and no longer: then it fails with `storeUnavailable`. For what somebody
 * waits for; work outside of it, such as jobs, takes as long as it takes.
 */
export function withReadPatience<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return patience.run(ms, work);
}

/** Milliseconds; 0: without end, as PostgreSQL has it. */
export function readPatience(): number {
  return patience.getStore() ?? 0;
}
