import { quantile } from '../stats/quantile.ts';
import { seededRandom } from '../stats/random.ts';
import { srrDays, type SrrDaysInput } from './srr-days.ts';
import { srrIntervals, type SoilingInterval, type SrrIntervalOptions } from './srr-intervals.ts';
import { drawRatios, type CleanMethod } from './srr-monte-carlo.ts';

export interface SoilingSrrInput extends SrrDaysInput, SrrIntervalOptions {
  /** 1000 unless told. */
  reps?: number;
  /** What a cleaning restores; `halfNormClean` unless told. */
  method?: CleanMethod;
  /** Percent; 95 unless told. */
  exceedanceProb?: number;
  /** Percent; 68.2 unless told. */
  confidenceLevel?: number;
  /** Same seed, same answer; 1 unless told. */
  seed?: number;
}

export interface SoilingSrr {
  /** Share of energy that passes the dirt, by light. */
  sr: number;
  /** Bounds of the confidence interval. */
  srCi: readonly [number, number];
  /** The ratio that is exceeded with `exceedanceProb`. */
  exceedanceLevel: number;
  renormalizingFactor: number;
  soilingIntervalSummary: SoilingInterval[];
  /** Of the days of `times`, as if each cleaning restored all; NaN in intervals that say nothing. */
  soilingRatioPerfectClean: Float64Array;
  /** Days from the first to the last known one that belong to an interval, epoch ms. */
  times: Float64Array;
}

/**
 * Loss by dirt of days of normalised energy: cleanings are told by shifts of the rolling median, dirt by the slopes between them, and what cleanings restore is drawn. Throws where days
 * are missing, lengths differ or no interval says anything. Deceglie, Micheli and Muller 2018, IEEE J. Photovoltaics 8, 547-551; RdTools 3, `soiling.soiling_srr`.
 */
export function soilingSrr(input: SoilingSrrInput): SoilingSrr {
  const { reps = 1000, method = 'halfNormClean', exceedanceProb = 95, confidenceLevel = 68.2 } = input;
  const srr = srrDays(input);
  const intervals = srrIntervals(srr, input);
  const ratios = drawRatios(srr, intervals, { reps, method, random: seededRandom(input.seed ?? 1) });
  const rows = intervals.flatMap(({ days, interval: { soilingRate, valid } }) =>
    days.map((day, since) => ({ time: srr.times[day]!, ratio: valid ? 1 + since * soilingRate : NaN })),
  );
  return {
    sr: quantile(ratios, 0.5),
    srCi: [quantile(ratios, 0.5 - confidenceLevel / 200), quantile(ratios, 0.5 + confidenceLevel / 200)],
    exceedanceLevel: quantile(ratios, 1 - exceedanceProb / 100),
    renormalizingFactor: srr.renormalizingFactor,
    soilingIntervalSummary: intervals.map(({ interval }) => interval),
    soilingRatioPerfectClean: Float64Array.from(rows, ({ ratio }) => ratio),
    times: Float64Array.from(rows, ({ time }) => time),
  };
}
