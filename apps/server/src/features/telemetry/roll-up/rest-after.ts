/**
 * Rest between runs over what devices just reported: half of a bucket, because each run computes the last buckets of all of them
 * again, and figures of today follow the counters in between. In a rush nothing runs sooner.
 */
export const REST_MS = 150_000;
/** Rest while something older is owed: people wait for it. */
const LATE_REST_MS = 20_000;
/** A run over late data that took long is followed by a rest in proportion, but none longer than the usual one. */
const REST_FACTOR = 12;
/** Rest where a store did not answer the last run: what it took says nothing of the work, and figures of today stand still meanwhile. */
const AWAY_REST_MS = 10_000;
/** Samples a second from which on the intake has the processor for itself. */
const RUSH_PER_SECOND = 100_000;

export interface RollUpLoad {
  /** How long the last run took, milliseconds; undefined before the first one. */
  tookMs: number | undefined;
  /** Whether the run is one over late data. */
  isLate: boolean;
  /** Whether the last run left something that was due. */
  isCut: boolean;
  /** Whether a store was away amid the last run. */
  isAway: boolean;
  storedPerSecond: number;
}

/** Milliseconds from the end of the last run, or from the start, to the next run. */
export function restAfter({ tookMs, isLate, isCut, isAway, storedPerSecond }: RollUpLoad): number {
  if (isCut && !isLate) return 0;
  if (storedPerSecond > RUSH_PER_SECOND) return isCut ? LATE_REST_MS : REST_MS;
  if (isAway) return AWAY_REST_MS;
  if (tookMs === undefined || isCut) return 0;
  return isLate ? Math.min(REST_MS, Math.max(LATE_REST_MS, REST_FACTOR * tookMs)) : REST_MS;
}
