import type { CounterStep } from './counter.ts';
import { gapLimit } from './gap-limit.ts';
import { sortSamples } from './samples.ts';

const MS_W_PER_KWH = 3_600_000 * 1000;

export interface PowerOptions {
  /** No energy over a longer span than this; learned from how often samples come unless told. */
  maxGapMs?: number;
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
  const limit = opts.maxGapMs ?? gapLimit(samples.times);
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
