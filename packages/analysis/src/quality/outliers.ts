import { median, quantile } from '../stats/quantile.ts';
import { checkWindow, type Flags } from './flags.ts';

/** By which the median of distances is multiplied to be the deviation of normal numbers. */
const MAD_OF_NORMAL = 0.6744897501960817;

/** Values more than `k` (1.5 unless told) interquartile ranges beyond the quartiles. Tukey 1977; pvanalytics, `quality.outliers.tukey`. */
export function tukey(values: Float64Array, k = 1.5): Flags {
  const first = quantile(values, 0.25);
  const third = quantile(values, 0.75);
  const reach = k * (third - first);
  return Uint8Array.from(values, (value) => Number(value < first - reach || value > third + reach));
}

/** Values more than `zmax` (1.5 unless told) standard deviations from the mean of what is known. pvanalytics, `quality.outliers.zscore` with `omit`. */
export function zscore(values: Float64Array, zmax = 1.5): Flags {
  const known = values.filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length;
  const deviation = Math.sqrt(variance);
  return Uint8Array.from(values, (value) => Number(Math.abs((value - mean) / deviation) > zmax));
}

export interface HampelOptions {
  /** Rows around each value; 5 unless told. */
  window?: number;
  /** In standard deviations; 3 unless told. */
  maxDeviation?: number;
  /** By which the median of distances is divided; 0.6745 unless told. */
  scale?: number;
}

/**
 * Values far from the median of the rows around them, by the median of their distances. None where a row of the window is unknown or missing. Pearson et al. 2016,
 * EURASIP J. Adv. Signal Process. 87; pvanalytics, `quality.outliers.hampel`.
 */
export function hampel(values: Float64Array, options: HampelOptions = {}): Flags {
  const { window = 5, maxDeviation = 3, scale = MAD_OF_NORMAL } = options;
  checkWindow(window, 1);
  const before = Math.floor(window / 2);
  return Uint8Array.from(values, (value, row) => {
    const around = values.subarray(Math.max(0, row - before), row - before + window);
    if (row < before || around.length < window || around.some(Number.isNaN)) return 0;
    const middle = median(around);
    const spread = median(around.map((one) => Math.abs(one - middle))) / scale;
    return Number(Math.abs(value - middle) > maxDeviation * spread);
  });
}
