/** What a device shows is believed up to this many times what is usual of it. */
export const USUAL_FACTOR = 4;
/** Fewer than these may all be wrong. */
export const FEWEST_USUAL = 6;

/** The lower median: half of the values may be wrong without moving it. NaN of none. */
export function lowerMedian(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}
