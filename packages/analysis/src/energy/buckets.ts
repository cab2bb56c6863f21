import type { TimeRange } from '../time/local-days.ts';
import type { CounterStep } from './counter.ts';

const FIVE_MINUTES_MS = 5 * 60_000;

/** Energy in buckets of equal length; bucket i is [start + i * stepMs, start + (i + 1) * stepMs). */
export interface EnergyBuckets {
  start: number;
  stepMs: number;
  /** kWh a bucket; NaN where no step says anything. */
  kwh: Float64Array;
  /** Energy whose time is unknown, whole, in time order: it belongs to the totals, not to a bucket. */
  spread: CounterStep[];
}

export interface BucketOptions {
  /** What the buckets cover; widened to whole buckets. The span of the steps unless told. */
  range?: TimeRange;
  /** Bucket length in ms; 5 min unless told. Buckets are cut from epoch 0. */
  stepMs?: number;
}

function spanOf(steps: readonly CounterStep[]): TimeRange {
  let start = Infinity;
  let end = -Infinity;
  for (const step of steps) {
    start = Math.min(start, step.from);
    end = Math.max(end, step.to);
  }
  return start <= end ? { start, end } : { start: 0, end: 0 };
}

function addProportionally(buckets: EnergyBuckets, step: CounterStep): void {
  const { start, stepMs, kwh } = buckets;
  const span = step.to - step.from;
  const first = Math.max(0, Math.floor((step.from - start) / stepMs));
  const last = Math.min(kwh.length - 1, Math.ceil((step.to - start) / stepMs) - 1);
  for (let i = first; i <= last; i++) {
    const from = Math.max(step.from, start + i * stepMs);
    const to = Math.min(step.to, start + (i + 1) * stepMs);
    const known = kwh[i] ?? NaN;
    kwh[i] = (Number.isNaN(known) ? 0 : known) + (step.kwh * (to - from)) / span;
  }
}

/**
 * Lays the energy of counter steps into buckets of equal length, in proportion to time inside each `normal`
 * and `rollover` step. `gap` steps that touch the range come back whole in `spread`; resets and spikes say
 * nothing.
 */
export function bucketEnergy(steps: readonly CounterStep[], opts: BucketOptions = {}): EnergyBuckets {
  const { stepMs = FIVE_MINUTES_MS, range = spanOf(steps) } = opts;
  const start = Math.floor(range.start / stepMs) * stepMs;
  const length = Math.max(0, Math.ceil((range.end - start) / stepMs));
  const buckets: EnergyBuckets = { start, stepMs, kwh: new Float64Array(length).fill(NaN), spread: [] };
  const end = start + length * stepMs;
  for (const step of steps) {
    if (step.to <= start || step.from >= end) continue;
    if (step.kind === 'gap') buckets.spread.push(step);
    else if (step.kind === 'normal' || step.kind === 'rollover') addProportionally(buckets, step);
  }
  return buckets;
}

/** Expected power on a grid of equal steps, from `start` on; any unit, only the shape counts. */
export interface ExpectedShape {
  start: number;
  stepMs: number;
  expected: ArrayLike<number>;
}

/**
 * Spreads energy of unknown time over its span by the shape of the expected power, so that a night inside a
 * gap gets nothing. A shape that is zero all through the span spreads evenly over time.
 * Returns kWh for each step of the shape; its sum is the gap's energy.
 * Throws RangeError when the shape does not cover the gap.
 */
export function spreadByShape(
  gap: { from: number; to: number; kwh: number },
  shape: ExpectedShape,
): Float64Array {
  const { start, stepMs, expected } = shape;
  if (gap.from < start || gap.to > start + expected.length * stepMs)
    throw new RangeError('the shape does not cover the gap');
  const overlap = Float64Array.from(expected, (_, i) =>
    Math.max(0, Math.min(gap.to, start + (i + 1) * stepMs) - Math.max(gap.from, start + i * stepMs)),
  );
  const shaped = overlap.map((part, i) => part * Math.max(0, expected[i] || 0));
  const weights = shaped.some((weight) => weight > 0) ? shaped : overlap;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? (gap.kwh * weight) / total : 0));
}
