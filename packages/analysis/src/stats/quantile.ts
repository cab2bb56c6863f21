/**
 * Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan 1996, numpy's
 * default). `p` from 0 to 1. NaN values are left out; NaN when nothing is left. Throws RangeError for `p`
 * outside.
 */
export function quantile(values: ArrayLike<number>, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`quantile of ${p}`);
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (sorted.length === 0) return NaN;
  const position = (sorted.length - 1) * p;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return above === below ? below : below + (above - below) * (position - Math.floor(position));
}

/** The middle value; the mean of the two middle ones of an even count. NaN values are left out. */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}
