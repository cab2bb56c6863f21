import { quantile } from './quantile.ts';

/** Of the values above a thousandth of their 99th percentile, so that nights do not count; unknown ones count as 0 for that limit only. */
export function robustQuantile(values: Float64Array, p: number, limitOf = p): number {
  const least =
    quantile(
      values.map((value) => (Number.isNaN(value) ? 0 : value)),
      limitOf,
    ) / 1000;
  return quantile(
    values.filter((value) => value > least),
    p,
  );
}

export const robustMedian = (values: Float64Array): number => robustQuantile(values, 0.5, 0.99);
