import { median } from '../stats/quantile.ts';

/** Shortest silence that counts as a gap. */
const SHORTEST_GAP_MS = 15 * 60_000;
/** One missing message of a slow device is no gap yet. */
const GAP_IN_STEPS = 2.1;
/** Two samples say nothing of how often a device reports. */
const FEWEST_SAMPLES = 3;
/** A device that reports more rarely than this has gaps only. */
export const LONGEST_GAP_LIMIT_MS = 6 * 3_600_000;

/** The longest span in milliseconds between two samples that still counts as continuous, from how often they come. */
export function gapLimit(times: ArrayLike<number>): number {
  if (times.length < FEWEST_SAMPLES) return SHORTEST_GAP_MS;
  const steps = Float64Array.from(
    { length: times.length - 1 },
    (_, i) => (times[i + 1] ?? 0) - (times[i] ?? 0),
  );
  return Math.min(LONGEST_GAP_LIMIT_MS, Math.max(SHORTEST_GAP_MS, GAP_IN_STEPS * median(steps)));
}
