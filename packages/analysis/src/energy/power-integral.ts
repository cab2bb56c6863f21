import type { CounterStep } from './counter.ts';
import { gapLimit } from './gap-limit.ts';
import { sortSamples, type Samples } from './samples.ts';
import { FEWEST_USUAL, lowerMedian, USUAL_FACTOR } from './usual.ts';

const MS_W_PER_KWH = 3_600_000 * 1000;

export interface PowerOptions {
  /** No energy over a longer span than this; learned from how often samples come unless told. */
  maxGapMs?: number;
  /** Power in W above which a reading is believed only where the device usually shows as much; absent: all are believed. */
  mostPowerW?: number;
}

/** What a device takes of its likely power while it gives nothing, as at night: more than half of its readings. */
const STANDBY = 0.01;

/**
 * Energy between instantaneous power samples (W) by the trapezoid (P1 + P2) / 2 x dt.
 * A span longer than the gap limit gives no step: unknown, not zero. Power below zero (consumption at
 * night) stays. A reading beyond belief, as of a register whose bits are all set, is left out as if it had not come: one of them would be
 * more energy than the device gives in its life.
 */
export function powerSteps(
  times: ArrayLike<number>,
  watts: ArrayLike<number>,
  opts: PowerOptions = {},
): CounterStep[] {
  const samples = believed(sortSamples(times, watts), opts.mostPowerW);
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

function believed(samples: Samples, mostPowerW = Infinity): Samples {
  const { times, values } = samples;
  const most = mostBelieved(values, mostPowerW);
  if (most === Infinity) return samples;
  const isIn = (_: number, i: number) => Math.abs(values[i] ?? NaN) <= most;
  return { times: times.filter(isIn), values: values.filter(isIn) };
}

/** W above which a power is not believed of a device that shows these; Infinity where all are believed. */
export function mostBelieved(watts: Float64Array, mostPowerW: number): number {
  if (watts.every((value) => Math.abs(value) <= mostPowerW)) return Infinity;
  return Math.max(mostPowerW, USUAL_FACTOR * usualPower(watts, mostPowerW * STANDBY));
}

/** Of what is more than a standby; 0 where too few tell it. */
function usualPower(values: Float64Array, standby: number): number {
  const known = values.map(Math.abs).filter((value) => value > standby);
  return known.length < FEWEST_USUAL ? 0 : lowerMedian(known);
}
