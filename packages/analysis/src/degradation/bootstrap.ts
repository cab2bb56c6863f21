import { median } from '../stats/quantile.ts';

const REPETITIONS = 10_000;

/**
 * Medians of values drawn again and again from `values`. Values are sorted once and drawn by rank, so that a median is found by counting.
 */
export function bootstrapMedians(values: Float64Array, random: () => number): Float64Array {
  const sorted = values.toSorted();
  const counts = new Uint32Array(sorted.length);
  const lower = Math.floor((sorted.length - 1) / 2);
  const upper = Math.floor(sorted.length / 2);
  return Float64Array.from({ length: REPETITIONS }, () => {
    counts.fill(0);
    for (let draw = 0; draw < sorted.length; draw += 1) counts[Math.floor(random() * sorted.length)]! += 1;
    let seen = 0;
    let low = NaN;
    for (let rank = 0; rank < sorted.length; rank += 1) {
      seen += counts[rank]!;
      if (Number.isNaN(low) && seen > lower) low = sorted[rank]!;
      if (seen > upper) return (low + sorted[rank]!) / 2;
    }
    return median(values);
  });
}

/** Blocks of `length` rows, each from anywhere in a circle of `count` rows, until there are `count` of them. */
export function circularBlocks(count: number, length: number, random: () => number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let at = 0; at < count; at += length) {
    const start = Math.floor(random() * count);
    for (let step = 0; step < length && at + step < count; step += 1)
      rows[at + step] = (start + step) % count;
  }
  return rows;
}
