import { checkSeries } from '../stats/check-series.ts';
import { fitPolynomial } from '../stats/least-squares.ts';
import { median } from '../stats/quantile.ts';
import type { Flags } from '../quality/flags.ts';
import { minuteOfDay, rowsByDay } from './day-parts.ts';

export interface FixedNrelInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** Power or irradiance, in any unit. */
  values: Float64Array;
  /** Rows by day, see `powerOrIrradiance`. */
  daytime: Flags;
  /** IANA zone of days and clock; UTC unless told. */
  zone?: string;
  /** How well a parabola must fit; 0.94 unless told. */
  r2Min?: number;
  /** Shorter days are not judged, h; 5 unless told. */
  minHours?: number;
  /** Days below it are not judged. */
  peakMin?: number;
}

const HOUR_MS = 3_600_000;

/** Square of the correlation of values with the parabola through them; 0 where they are all the same. */
function parabolaR2(minutes: readonly number[], values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const spread = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  if (spread === 0) return 0;
  const centre = 720;
  const scaled = minutes.map((minute) => (minute - centre) / centre);
  const [a = NaN, b = NaN, c = NaN] = fitPolynomial(scaled, values, 2);
  const rest = values.reduce((sum, one, at) => sum + (one - a - scaled[at]! * (b + c * scaled[at]!)) ** 2, 0);
  return 1 - rest / spread;
}

/**
 * Rows of days on which power follows a parabola, as that of modules that stand still under a clear sky. Throws where lengths differ or there is one row only. pvanalytics, `features.orientation.fixed_nrel`.
 */
export function fixedNrel(input: FixedNrelInput): Flags {
  const { times, values, daytime, zone = 'UTC', r2Min = 0.94, minHours = 5, peakMin = -Infinity } = input;
  checkSeries(times, { values, daytime });
  const step = median(times.subarray(1).map((time, at) => time - times[at]!)) / HOUR_MS;
  const flags = new Uint8Array(times.length);
  for (const rows of rowsByDay(times, zone).values()) {
    const judged = rows.filter((row) => daytime[row] === 1 && !Number.isNaN(values[row]!));
    const power = judged.map((row) => values[row]!);
    if (!(judged.length * step > minHours) || !(Math.max(...power) > peakMin)) continue;
    const minutes = judged.map((row) => minuteOfDay(times[row]!, zone));
    if (parabolaR2(minutes, power) > r2Min) for (const row of rows) flags[row] = 1;
  }
  return flags;
}
