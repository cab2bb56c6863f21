import { theilSlopes } from '../stats/theil-slopes.ts';
import type { SrrDays } from './srr-days.ts';

export interface SrrIntervalOptions {
  /** Whether the first and the last interval are left out; false unless told. */
  trim?: boolean;
  /** Bounds of a slope that are wider, percent of it, say nothing; 500 unless told. */
  maxRelativeSlopeError?: number;
  /** An interval with a larger step down says nothing; 0.05 unless told. */
  maxNegativeStep?: number;
  /** Shorter intervals say nothing, days; 7 unless told. */
  minIntervalLength?: number;
}

export interface SoilingInterval {
  /** First and last day, epoch ms. */
  start: number;
  end: number;
  /** Days from the first to the last. */
  length: number;
  /** By day, and its bounds; 0 where the interval says nothing. */
  soilingRate: number;
  soilingRateLow: number;
  soilingRateHigh: number;
  inferredStartLoss: number;
  inferredEndLoss: number;
  /** Whether it says something. */
  valid: boolean;
}

/** With its days by number, and what the cleaning after it recovered. */
export interface RunInterval {
  interval: SoilingInterval;
  days: number[];
  inferredRecovery: number;
}

function intervalOf(days: readonly number[], srr: SrrDays, options: SrrIntervalOptions): SoilingInterval {
  const { maxRelativeSlopeError = 500, maxNegativeStep = 0.05, minIntervalLength = 7 } = options;
  const [first, last] = [days[0]!, days.at(-1)!];
  const positive = days.filter((day) => srr.normalized[day]! > 0);
  const used = positive.length > 0 ? positive : days;
  const values = used.map((day) => srr.normalized[day]!);
  const sum = values.reduce((total, one) => total + one, 0);
  const mean = sum / values.length;
  const interval = {
    start: srr.times[first]!,
    end: srr.times[last]!,
    length: last - first,
    soilingRate: 0,
    soilingRateLow: 0,
    soilingRateHigh: 0,
    inferredStartLoss: mean,
    inferredEndLoss: mean,
    valid: false,
  };
  if (used.length <= minIntervalLength || !(sum > 0)) return interval;
  const { slope, intercept, low, high } = theilSlopes(used, values);
  const fitted = {
    ...interval,
    inferredStartLoss: intercept + slope * first,
    inferredEndLoss: intercept + slope * last,
  };
  const upper = Math.min(0, high);
  const error = (upper - low) / Math.abs(slope);
  const steepest = used.reduce((least, day) => Math.min(least, srr.shift[day]!), Infinity);
  if (slope > 0 || error >= maxRelativeSlopeError / 100 || steepest <= -maxNegativeStep) return fitted;
  return { ...fitted, soilingRate: slope, soilingRateLow: low, soilingRateHigh: upper, valid: true };
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** Slopes of the intervals between cleanings. Throws where none says anything. */
export function srrIntervals(srr: SrrDays, options: SrrIntervalOptions): RunInterval[] {
  const runs = new Map<number, number[]>();
  for (const [day, run] of srr.run.entries()) {
    const days = runs.get(run);
    if (days) days.push(day);
    else runs.set(run, [day]);
  }
  const all = [...runs.values()];
  const kept = options.trim === true ? all.slice(1, -1) : all;
  const intervals = kept.map((days) => ({
    days,
    interval: intervalOf(days, srr, options),
    inferredRecovery: NaN,
  }));
  const valid = intervals.filter(({ interval }) => interval.valid);
  if (valid.length === 0) throw new RangeError('energyNormalizedDaily: no valid soiling interval');
  for (const [at, run] of valid.entries()) {
    const next = valid[at + 1];
    run.inferredRecovery =
      next === undefined ? 1 : clamp(clamp(next.interval.inferredStartLoss) - run.interval.inferredEndLoss);
  }
  return intervals;
}
