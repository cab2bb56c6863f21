import { checkSeries } from '../stats/check-series.ts';
import { median } from '../stats/quantile.ts';

export interface InterpolateInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  values: Float64Array;
  /** Epoch ms, rising. */
  targetTimes: Float64Array;
  /** Longer gaps stay gaps, ms; twice the median step of known rows unless told. */
  maxTimedelta?: number;
}

/** Known rows alone. */
export function knownRows(times: Float64Array, values: Float64Array) {
  const isKnown = (_: number, row: number) => !Number.isNaN(values[row]!);
  return { times: times.filter(isKnown), values: values.filter((value) => !Number.isNaN(value)) };
}

export const stepsOf = (times: Float64Array): Float64Array =>
  times.subarray(1).map((time, at) => time - times[at]!);

/**
 * Values at other times, straight from one known row to the next; NaN within longer gaps and beyond both ends. Throws where lengths differ or
 * there is one row only. RdTools 3, `normalization.interpolate`.
 */
export function interpolate(input: InterpolateInput): Float64Array {
  checkSeries(input.times, { values: input.values });
  const { times, values } = knownRows(input.times, input.values);
  const longest = input.maxTimedelta ?? 2 * median(stepsOf(times));
  let next = 0;
  return input.targetTimes.map((time) => {
    while (next < times.length && times[next]! < time) next += 1;
    if (times[next] === time) return values[next]!;
    if (next === 0 || next === times.length) return NaN;
    const gap = times[next]! - times[next - 1]!;
    const before = values[next - 1]!;
    return gap > longest ? NaN : before + ((values[next]! - before) * (time - times[next - 1]!)) / gap;
  });
}
