import { median } from './quantile.ts';
import { roundEven } from './round-even.ts';
import { selectNth } from './select-nth.ts';

export interface TheilSlopes {
  slope: number;
  intercept: number;
  /** Bounds of the slope, 95 %. */
  low: number;
  high: number;
}

/** z of 2.5 %. */
const Z = -1.959963984540054;

/** By how much ties reduce the variance of the count of rising pairs. */
function tied(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, n) => sum + n * (n - 1) * (2 * n + 5), 0);
}

/** Median of the slopes between all pairs of points, with its bounds. Sen 1968, Journal of the American Statistical Association 63, 1379-1389. */
export function theilSlopes(x: readonly number[], y: readonly number[]): TheilSlopes {
  const slopes = new Float64Array((x.length * (x.length - 1)) / 2);
  let pairs = 0;
  for (let one = 0; one < x.length; one += 1)
    for (let other = one + 1; other < x.length; other += 1)
      if (x[other] !== x[one]) {
        slopes[pairs] = (y[other]! - y[one]!) / (x[other]! - x[one]!);
        pairs += 1;
      }
  const known = slopes.subarray(0, pairs);
  const count = y.length;
  const variance = (count * (count - 1) * (2 * count + 5) - tied(x) - tied(y)) / 18;
  const reach = Z * Math.sqrt(variance);
  const upper = Math.min(roundEven((pairs - reach) / 2), pairs - 1);
  const lower = Math.max(roundEven((pairs + reach) / 2) - 1, 0);
  const [below, above] = [Math.floor((pairs - 1) / 2), Math.floor(pairs / 2)];
  const slope = pairs === 0 ? NaN : (selectNth(known, below) + selectNth(known, above)) / 2;
  const intercept = median(y) - slope * median(x);
  return { slope, intercept, low: selectNth(known, lower), high: selectNth(known, upper) };
}
