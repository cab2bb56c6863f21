/** Readings of a counter in time order: epoch milliseconds and counts. */
interface Readings {
  times: Float64Array;
  counts: Float64Array;
}

interface Departure {
  /** Index of the reading in doubt. */
  index: number;
  /** Last believed reading. */
  last: { time: number; count: number };
  /** Most counts that a span of this many milliseconds can hold. */
  limit: (spanMs: number) => number;
  /** A level left downwards that has not come back after this time is lost: the counter restarted. */
  returnWithinMs: number;
}

/** The same for a level left upwards. */
const FALL_BACK_WITHIN_MS = 24 * 3_600_000;
/**
 * No further ahead than this many readings, so that a series that only falls costs no square of its length.
 */
const LOOK_AHEAD = 1000;
/**
 * So few readings may come back without a jump: shorter than a restarted counter needs to reach the old
 * level.
 */
const SHORT_RETURN = 3;

function followsLast(readings: Readings, departure: Departure, index: number): boolean {
  const rise = (readings.counts[index] ?? NaN) - departure.last.count;
  const span = (readings.times[index] ?? NaN) - departure.last.time;
  return rise >= 0 && rise <= departure.limit(span);
}

/**
 * A rise is in doubt when what comes next lies below it, not below the last believed one, and stays below.
 */
function isTooHigh(readings: Readings, departure: Departure): boolean {
  const { index } = departure;
  const doubted = readings.counts[index] ?? NaN;
  const next = readings.counts[index + 1];
  if (next === undefined || next >= doubted || !followsLast(readings, departure, index + 1)) return false;
  const afterNext = readings.counts[index + 2];
  return afterNext === undefined || afterNext < doubted;
}

/** A restarted counter climbs back to its old level; a bad reading's return is one jump, of more than half. */
function jumpsBack(readings: Readings, departure: Departure, index: number): boolean {
  const jump = (readings.counts[index] ?? NaN) - (readings.counts[index - 1] ?? NaN);
  const depth = departure.last.count - (readings.counts[departure.index] ?? NaN);
  // After too high a level, any fall to where the counter may stand is the return.
  return depth > 0 ? jump > depth / 2 : jump < 0;
}

/**
 * How many readings from `index` on have left the counter's level only to come back: 0 when the reading is
 * believable, or when the counter stays where it went. Such readings are spikes: between their two neighbours
 * the counter ran on as if they had not been.
 */
export function excursionLength(readings: Readings, departure: Departure): number {
  const { index, last } = departure;
  if (followsLast(readings, departure, index)) return isTooHigh(readings, departure) ? 1 : 0;
  const isBelow = (readings.counts[index] ?? NaN) < last.count;
  const within = isBelow ? departure.returnWithinMs : FALL_BACK_WITHIN_MS;
  const end = Math.min(readings.times.length, index + LOOK_AHEAD);
  for (let j = index + 1; j < end; j++) {
    if ((readings.times[j] ?? NaN) - last.time > within) break;
    if (!followsLast(readings, departure, j)) continue;
    if (j - index <= SHORT_RETURN || jumpsBack(readings, departure, j)) return j - index;
  }
  return 0;
}
