/** Where the platform reads the time; tests pass their own. */
export interface Clock {
  /** Epoch milliseconds, UTC. */
  now(): number;
  stop?(): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now() };
