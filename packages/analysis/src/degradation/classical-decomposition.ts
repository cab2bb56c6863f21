import { fitLine, yearsOf, type LineDegradation, type LineInput } from './line.ts';

export interface ClassicalDecomposition extends LineDegradation {
  /** Moving mean of a year; NaN in the first and the last half. */
  series: Float64Array;
  mkTestTrend: 'decreasing' | 'increasing' | 'no trend';
}

const HALF_YEAR_MS = 182.5 * 86_400_000;
/** |z| of 95 %. */
const SIGNIFICANT = 1.959963984540054;

/** Throws where steps differ or something is unknown: a mean over a year needs whole years. */
function checkRegular({ times, energyNormalized }: LineInput): void {
  const step = times[1]! - times[0]!;
  const isRegular = times.every((time, row) => row === 0 || times[row - 1]! + step === time);
  if (!isRegular || energyNormalized.some(Number.isNaN))
    throw new RangeError('energyNormalized: equal steps without unknown rows');
}

function yearMean(times: Float64Array, values: Float64Array): Float64Array {
  let first = 0;
  let end = 0;
  let sum = 0;
  return times.map((time) => {
    while (end < times.length && times[end]! <= time + HALF_YEAR_MS) sum += values[end++]!;
    while (times[first]! <= time - HALF_YEAR_MS) sum -= values[first++]!;
    return sum / (end - first);
  });
}

/** Of Mann and Kendall: by how many standard deviations more pairs rise than fall. Mann 1945, Econometrica 13, 245-259. */
function trendOf(values: Float64Array): ClassicalDecomposition['mkTestTrend'] {
  const count = values.length;
  let score = 0;
  for (let later = 1; later < count; later += 1)
    for (let earlier = 0; earlier < later; earlier += 1)
      score += Math.sign(values[later]! - values[earlier]!);
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  const weight = (n: number) => n * (n - 1) * (2 * n + 5);
  const tied = [...ties.values()].reduce((sum, n) => sum + weight(n), 0);
  const variance = (weight(count) - tied) / 18;
  const z = score === 0 ? 0 : (score - Math.sign(score)) / Math.sqrt(variance);
  if (Math.abs(z) <= SIGNIFICANT) return 'no trend';
  return z < 0 ? 'decreasing' : 'increasing';
}

/**
 * Slope of a straight line through the moving mean of a year. Throws where steps differ, something is unknown or there are hardly more than a year.
 * RdTools 3; Jordan and Kurtz 2010, 25th EU PVSEC.
 */
export function degradationClassicalDecomposition(input: LineInput): ClassicalDecomposition {
  const years = yearsOf(input);
  checkRegular(input);
  const last = years.at(-1) ?? 0;
  const means = yearMean(input.times, input.energyNormalized);
  const series = means.map((mean, row) => (years[row]! >= 0.5 && years[row]! <= last - 0.5 ? mean : NaN));
  const known = series.filter((value) => !Number.isNaN(value));
  return { ...fitLine(years, series, input), series, mkTestTrend: trendOf(known) };
}
