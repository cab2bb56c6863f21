import { median } from './quantile.ts';
import { roundEven } from './round-even.ts';

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
  const slopes: number[] = [];
  for (let one = 0; one < x.length; one += 1)
    for (let other = 0; other < x.length; other += 1)
      if (x[other]! > x[one]!) slopes.push((y[other]! - y[one]!) / (x[other]! - x[one]!));
  const sorted = Float64Array.from(slopes).sort();
  const slope = median(sorted);
  const count = y.length;
  const variance = (count * (count - 1) * (2 * count + 5) - tied(x) - tied(y)) / 18;
  const reach = Z * Math.sqrt(variance);
  const upper = Math.min(roundEven((sorted.length - reach) / 2), sorted.length - 1);
  const lower = Math.max(roundEven((sorted.length + reach) / 2) - 1, 0);
  const intercept = median(y) - slope * median(x);
  return { slope, intercept, low: sorted[lower] ?? NaN, high: sorted[upper] ?? NaN };
}
