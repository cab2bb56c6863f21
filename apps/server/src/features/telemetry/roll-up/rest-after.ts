/** Rest between runs over what devices just reported: each run computes the last five minutes of all of them again. */
export const REST_MS = 60_000;
/** Rest while something older is owed: people wait for it. */
const LATE_REST_MS = 20_000;
/** A run that took long is followed by a rest in proportion, so that roll-ups never starve the intake. */
const REST_FACTOR = 12;
const LONGEST_REST_MS = 90_000;
/** Samples a second from which on the intake has the processor for itself, but for no longer than the longest rest. */
const RUSH_PER_SECOND = 200_000;

/** Milliseconds from the end of a run that took `tookMs` to the next one. `isLate`: whether something old is owed. */
export function restAfter(
  tookMs: number,
  { isLate, storedPerSecond }: { isLate: boolean; storedPerSecond: number },
): number {
  if (storedPerSecond > RUSH_PER_SECOND) return LONGEST_REST_MS;
  const least = isLate ? LATE_REST_MS : REST_MS;
  return Math.min(LONGEST_REST_MS, Math.max(least, REST_FACTOR * tookMs));
}
