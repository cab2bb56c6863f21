import {
  bucketEnergy,
  counterSteps,
  dayCounterSteps,
  median,
  powerSteps,
  spreadByShape,
  type CounterStep,
} from '@sunfleet/analysis';
import type { EnergySource } from '@sunfleet/contract';
import { BUCKET_MS, ceilBucket, floorBucket, type Cells } from './energy-cells.ts';
import type { FlowSource } from './flow-sources.ts';

/** Samples of one point in time order, times in epoch milliseconds. */
export interface Series {
  times: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** Samples of a device by point id. */
export type SeriesByPoint = ReadonlyMap<number, Series>;

export interface EnergyInput {
  source: FlowSource;
  series: SeriesByPoint;
  /** W; null where unknown. */
  ratedPower: number | null;
  /** Bucket starts wanted, half open, on bucket borders. */
  window: { start: number; end: number };
  /** Relative expected power at a time, for laying energy over a gap; constant for what the sun does not drive. */
  shape(time: number): number;
}

/** Shortest silence that counts as a gap. */
const MIN_GAP_MS = 15 * 60_000;
/** One missing message of a slow device is no gap yet. */
const GAP_IN_STEPS = 2.1;

/** The longest span between two samples that still counts as continuous. */
export function gapLimit(series: Series): number {
  const { times } = series;
  if (times.length < 2) return MIN_GAP_MS;
  const steps = Float64Array.from(
    { length: times.length - 1 },
    (_, i) => (times[i + 1] ?? 0) - (times[i] ?? 0),
  );
  return Math.max(MIN_GAP_MS, GAP_IN_STEPS * median(steps));
}

/**
 * Five-minute cells of one flow of a device: energy of counters (meter, lifetime), else of the daily counter, else the
 * integral of power. Energy of a gap is laid over the whole buckets inside it as `spread`. Empty when no point says anything.
 */
export function deviceFlowCells(input: EnergyInput): Cells {
  const found = stepsOf(input);
  if (!found) return new Map();
  const { start, end } = input.window;
  const first = Math.max(start, floorBucket(found.steps[0]?.from ?? end));
  const last = Math.min(end, ceilBucket(found.steps.at(-1)?.to ?? start));
  if (last <= first) return new Map();
  const { kwh } = bucketEnergy(found.steps, { range: { start: first, end: last } });
  const cover = new Float64Array(kwh.length);
  const spread = new Float64Array(kwh.length);
  for (const step of found.steps) {
    if (step.kind === 'normal' || step.kind === 'rollover') addCover(cover, first, step);
    else if (step.kind === 'gap') layOver(spread, first, { step, shape: input.shape });
  }
  const cells: Cells = new Map();
  for (let i = 0; i < kwh.length; i += 1) {
    const covered = Math.min(1, (cover[i] ?? 0) / BUCKET_MS);
    if (covered === 0 && found.name === 'integral') continue;
    cells.set(first + i * BUCKET_MS, {
      kwh: kwh[i] || 0,
      spread: spread[i] ?? 0,
      source: found.name,
      completeness: covered,
    });
  }
  return cells;
}

interface Steps {
  name: EnergySource;
  steps: readonly CounterStep[];
}

function stepsOf({ source, series, ratedPower }: EnergyInput): Steps | undefined {
  const rating = source.rated && ratedPower ? { ratedPowerW: ratedPower } : {};
  const candidates = source.counters
    .map((point) => series.get(point))
    .filter((one) => one !== undefined && one.times.length > 1);
  if (candidates.length > 0) {
    const all = candidates.map((one) =>
      counterSteps(one!.times, one!.values, { valuesIn: 'kWh', maxGapMs: gapLimit(one!), ...rating }),
    );
    return { name: source.counterSource, steps: all.reduce((a, b) => (total(b) > total(a) ? b : a)) };
  }
  const daily = source.daily === null ? undefined : series.get(source.daily);
  if (daily && daily.times.length > 1) {
    const opts = { valuesIn: 'kWh', maxGapMs: gapLimit(daily), ...rating } as const;
    return { name: 'daily', steps: dayCounterSteps(daily.times, daily.values, opts) };
  }
  const { power } = source;
  const watts = power ? series.get(power.point) : undefined;
  if (!power || !watts || watts.times.length < 2) return undefined;
  const signed = Float64Array.from(watts.values, (value) =>
    power.sign === 'both' ? Math.abs(value) : Math.max(0, value * power.sign),
  );
  return { name: 'integral', steps: powerSteps(watts.times, signed, { maxGapMs: gapLimit(watts) }) };
}

const total = (steps: readonly CounterStep[]) => steps.reduce((sum, step) => sum + step.kwh, 0);

function addCover(cover: Float64Array, start: number, step: CounterStep): void {
  const first = Math.max(0, Math.floor((step.from - start) / BUCKET_MS));
  const last = Math.min(cover.length - 1, Math.ceil((step.to - start) / BUCKET_MS) - 1);
  for (let i = first; i <= last; i += 1) {
    const at = start + i * BUCKET_MS;
    cover[i] = (cover[i] ?? 0) + Math.min(step.to, at + BUCKET_MS) - Math.max(step.from, at);
  }
}

/** Only buckets wholly inside the gap take part: those at its ends hold energy of known time. */
function layOver(
  spread: Float64Array,
  start: number,
  gap: { step: CounterStep; shape(time: number): number },
): void {
  const from = ceilBucket(gap.step.from);
  const to = floorBucket(gap.step.to);
  const length = (to - from) / BUCKET_MS;
  if (gap.step.kwh === 0 || length < 1) return;
  const expected = Float64Array.from({ length }, (_, i) => gap.shape(from + (i + 0.5) * BUCKET_MS));
  const parts = spreadByShape({ from, to, kwh: gap.step.kwh }, { start: from, stepMs: BUCKET_MS, expected });
  const offset = (from - start) / BUCKET_MS;
  for (const [i, part] of parts.entries()) {
    if (offset + i >= 0 && offset + i < spread.length) spread[offset + i] = (spread[offset + i] ?? 0) + part;
  }
}
