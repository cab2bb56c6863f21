import { AsyncLocalStorage } from 'node:async_hooks';

const patience = new AsyncLocalStorage<number>();

/**
 * Lets whatever the work asks of PostgreSQL wait so many milliseconds for what others have locked, and no longer: then it fails with `beingChanged`. Work
 * outside of it, such as jobs, waits as long as it takes.
 */
export function withLockPatience<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return patience.run(ms, work);
}

/** Milliseconds; 0: without end, as PostgreSQL has it. */
export function lockPatience(): number {
  return patience.getStore() ?? 0;
}
