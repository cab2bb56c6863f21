import { checkSeries } from '../stats/check-series.ts';
import { median, quantile } from '../stats/quantile.ts';
import type { Mask } from './limits.ts';

export interface TwoWayWindowInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  values: Float64Array;
  /** ms; seven days unless told. */
  rollPeriod?: number;
  /** Of the 99th percentile; 0.03 unless told. */
  outlierThreshold?: number;
}

const WEEK_MS = 7 * 86_400_000;
/** A median of fewer rows says nothing. */
const MIN_ROWS = 5;

/** Distance from the median of known rows from `first` to `last`; 0 where they are too few. */
function distance(values: Float64Array, row: number, first: number, last: number): number {
  const known = values.subarray(first, last + 1).filter((value) => !Number.isNaN(value));
  const apart = known.length < MIN_ROWS ? NaN : Math.abs(values[row]! - median(known));
  return Number.isNaN(apart) ? 0 : apart;
}

/**
 * Rows that are near the median of the week before or of the week after them, so that a step stays and a spike goes. Unknown rows go. Throws where lengths differ or
 * there is one row only. RdTools 3, `filtering.two_way_window_filter`.
 */
export function twoWayWindowFilter(input: TwoWayWindowInput): Mask {
  const { times, rollPeriod = WEEK_MS, outlierThreshold = 0.03 } = input;
  checkSeries(times, { values: input.values });
  const high = quantile(input.values, 0.99);
  const values = input.values.map((value) => value / high);
  let first = 0;
  let last = 0;
  return Uint8Array.from(values, (value, row) => {
    while (times[first]! < times[row]! - rollPeriod) first += 1;
    while (last + 1 < times.length && times[last + 1]! <= times[row]! + rollPeriod) last += 1;
    if (Number.isNaN(value)) return 0;
    const nearest = Math.min(distance(values, row, first, row), distance(values, row, row, last));
    return Number(nearest < outlierThreshold);
  });
}
