import { median } from '../stats/quantile.ts';
import type { CounterStep } from './counter.ts';
import { sortSamples } from './samples.ts';

const MS_W_PER_KWH = 3_600_000 * 1000;
/** Gap limit in median steps: one sample may be late, not missing. */
const GAP_IN_STEPS = 2;

export interface PowerOptions {
  /** No energy over a longer span than this; twice the median step unless told. */
  maxGapMs?: number;
}

export interface PowerIntegral {
  /** Energy over the covered time; null when nothing is covered. */
  kwh: number | null;
  /** Time between samples no further apart than the gap limit. */
  coveredMs: number;
  /** Time between samples further apart. */
  missingMs: number;
}

function gapLimit(times: Float64Array, opts: PowerOptions): number {
  if (opts.maxGapMs !== undefined) return opts.maxGapMs;
  return GAP_IN_STEPS * median(times.slice(1).map((time, i) => time - (times[i] ?? NaN)));
}

/**
 * Energy between instantaneous power samples (W) by the trapezoid (P1 + P2) / 2 x dt.
 * A span longer than the gap limit gives no step: unknown, not zero. Power below zero (consumption at
 * night) stays.
 */
export function powerSteps(
  times: ArrayLike<number>,
  watts: ArrayLike<number>,
  opts: PowerOptions = {},
): CounterStep[] {
  const samples = sortSamples(times, watts);
  const limit = gapLimit(samples.times, opts);
  const steps: CounterStep[] = [];
  for (let i = 1; i < samples.times.length; i++) {
    const from = samples.times[i - 1] ?? NaN;
    const to = samples.times[i] ?? NaN;
    if (to - from > limit) continue;
    const mean = ((samples.values[i - 1] ?? NaN) + (samples.values[i] ?? NaN)) / 2;
    steps.push({ from, to, kwh: (mean * (to - from)) / MS_W_PER_KWH, kind: 'normal' });
  }
  return steps;
}

/** The sum of `powerSteps`, with how much of the time it stands for. */
export function integratePower(
  times: ArrayLike<number>,
  watts: ArrayLike<number>,
  opts: PowerOptions = {},
): PowerIntegral {
  const samples = sortSamples(times, watts);
  const steps = powerSteps(samples.times, samples.values, opts);
  const coveredMs = steps.reduce((sum, step) => sum + step.to - step.from, 0);
  const spanMs = (samples.times.at(-1) ?? 0) - (samples.times[0] ?? 0);
  const kwh = steps.length === 0 ? null : steps.reduce((sum, step) => sum + step.kwh, 0);
  return { kwh, coveredMs, missingMs: spanMs - coveredMs };
}
