/** Rest between runs over what devices just reported: each run computes the last five minutes of all of them again. */
const REST_MS = 90_000;
/** Rest while something older is owed: people wait for it. */
const LATE_REST_MS = 20_000;
/** A run that took long is followed by a rest in proportion, but none longer than the usual one. */
const REST_FACTOR = 12;
/** Samples a second from which on the intake has the processor for itself, for a limited time. */
const RUSH_PER_SECOND = 100_000;
const RUSH_REST_MS = 90_000;

export interface RollUpLoad {
  /** How long the last run took, milliseconds; undefined before the first one. */
  tookMs: number | undefined;
  /** Whether something old is owed. */
  isLate: boolean;
  storedPerSecond: number;
}

/** Milliseconds from the end of the last run, or from the start, to the next run. */
export function restAfter({ tookMs, isLate, storedPerSecond }: RollUpLoad): number {
  if (storedPerSecond > RUSH_PER_SECOND) return RUSH_REST_MS;
  if (tookMs === undefined) return 0;
  return Math.min(REST_MS, Math.max(isLate ? LATE_REST_MS : REST_MS, REST_FACTOR * tookMs));
}
