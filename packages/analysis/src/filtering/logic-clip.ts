import { rowsByDay } from '../features/day-parts.ts';
import { flatTops, quarters, type PowerRows } from '../features/flat-tops.ts';
import { interpolate } from '../normalization/interpolate.ts';
import { checkSeries } from '../stats/check-series.ts';
import { median } from '../stats/quantile.ts';
import { robustQuantile } from '../stats/robust.ts';
import type { Mask } from './limits.ts';

export interface LogicClipInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** W, or any unit. */
  powerAc: Float64Array;
  /** IANA zone of the days; UTC unless told. */
  zone?: string;
  /** `fixed` unless told. */
  mountingType?: 'fixed' | 'singleAxisTracking';
  /** Range that is flat, percent of the middle; 0.2 unless told. */
  rollingRangeMaxCutoff?: number;
  /** Rows of a flat top; 3 unless told, 5 with trackers and steps below half an hour. */
  rollPeriods?: number;
}

const MINUTE_MS = 60_000;
const FINE_MS = 10 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const LEAST_ROWS = 11;
/** Days with a smaller deviation, against their mean, have no weather in them. */
const LEAST_DEVIATION = 0.1;
/** A day's flat tops further apart are two levels, or the wrong ones. */
const ONE_LEVEL = 0.025;
const NEAR_LEVEL = 0.0025;

/** The step that comes most often; of equal ones the shortest. */
function usualStep(times: Float64Array): number {
  const counts = new Map<number, number>();
  for (const [at, time] of times.subarray(1).entries())
    counts.set(time - times[at]!, (counts.get(time - times[at]!) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0])[0]![0];
}

/** Without days on which power hardly changes. */
function withoutFlatDays(power: Float64Array, days: readonly (readonly number[])[]): Float64Array {
  const cleaned = power.slice();
  for (const rows of days) {
    const known = rows.map((row) => power[row]!).filter((value) => !Number.isNaN(value));
    const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
    const squares = known.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    if (Math.sqrt(squares / (known.length - 1)) / mean < LEAST_DEVIATION)
      for (const row of rows) cleaned[row] = NaN;
  }
  return cleaned;
}

/** Rows in equal steps: quarters of an hour of finer ones, else the usual step. */
function evenRows({ times, power }: PowerRows, step: number): PowerRows & { step: number } {
  if (step < FINE_MS) return { ...quarters({ times, power }, median), step: QUARTER_MS };
  const length = Math.floor((times.at(-1)! - times[0]!) / step) + 1;
  const targetTimes = Float64Array.from({ length }, (_, at) => times[0]! + at * step);
  return { times: targetTimes, power: interpolate({ times, values: power, targetTimes }), step };
}

/** Whether a power is at the level of its day: between its flat tops, or at one of them where they are far apart. */
function isAtLevel(power: number, low: number, high: number): boolean {
  if ((high - low) / high <= ONE_LEVEL) return power >= low && power <= high;
  const isNear = (level: number) => power <= level * (1 + NEAR_LEVEL) && power >= level * (1 - NEAR_LEVEL);
  return isNear(low) || isNear(high);
}

/**
 * Rows of AC power that are not at the limit of an inverter: where days have flat tops, what is at their level is clipped, and where that is often, so is the highest percent of all power. Unknown rows
 * stay. Throws where lengths differ or there are ten rows or fewer. Perry et al. 2021, 48th IEEE PVSC; RdTools 3, `filtering.logic_clip_filter`.
 */
export function logicClipFilter(input: LogicClipInput): Mask {
  const { times, powerAc, zone = 'UTC', rollingRangeMaxCutoff = 0.2 } = input;
  checkSeries(times, { powerAc });
  if (times.length < LEAST_ROWS) throw new RangeError(`powerAc: ${LEAST_ROWS} rows at least`);
  const days = [...rowsByDay(times, zone).values()];
  const cleaned = withoutFlatDays(powerAc, days);
  const usual = usualStep(times);
  const even = evenRows({ times, power: cleaned }, usual);
  const isTracking = input.mountingType === 'singleAxisTracking' && even.step < 30 * MINUTE_MS;
  const window = input.rollPeriods ?? (isTracking ? 5 : 3);
  const tops = flatTops(even, { zone, window, slopeMax: rollingRangeMaxCutoff });
  const clipped = new Uint8Array(times.length);
  for (const rows of days) {
    const flat = Float64Array.from(
      rows.filter((row) => tops[Math.floor((times[row]! - even.times[0]!) / even.step)] === 1),
      (row) => powerAc[row]!,
    );
    // A day's other rows count as 0 for the quantiles' own limit.
    const ofDay = Float64Array.from({ length: rows.length }, (_, at) => flat[at] ?? NaN);
    const known = flat.filter((value) => !Number.isNaN(value));
    if (known.length === 0) continue;
    const isFine = usual < FINE_MS;
    const high = isFine ? robustQuantile(ofDay, 0.99) : Math.max(...known);
    const low = isFine ? robustQuantile(ofDay, 0.075) : Math.min(...known);
    for (const row of rows) clipped[row] = Number(isAtLevel(powerAc[row]!, low, high));
  }
  const limit = robustQuantile(cleaned, 0.99);
  const level = robustQuantile(
    powerAc.filter((_, row) => clipped[row] === 1),
    0.99,
  );
  const share = clipped.reduce((sum, one) => sum + one, 0) / times.length;
  const isOften = Math.abs((limit - level) / ((limit + level) / 2)) < 0.005 && share > 0.04;
  return clipped.map((flag, row) => Number(flag === 0 && !(isOften && cleaned[row]! >= limit)));
}
