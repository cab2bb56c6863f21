import { checkSeries } from '../stats/check-series.ts';
import { median, quantile } from '../stats/quantile.ts';
import type { Flags } from '../quality/flags.ts';
import { minuteOfDay } from './day-parts.ts';

export interface ClippingThresholdInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** W, or any unit. */
  acPower: Float64Array;
  /** IANA zone of the clock; UTC unless told. */
  zone?: string;
  /** Change by row that is flat, as a share of the highest power; 0.0035 unless told. */
  slopeMax?: number;
  /** Share of the median of the curve that a limit is above; 0.75 unless told. */
  powerMin?: number;
  /** Quantile of power at each minute of the day; 0.995 unless told. */
  powerQuantile?: number;
}

const MINUTE_MS = 60_000;
const LEAST_MINUTES = 60;

/** A high quantile of the power of each minute of the day, in their order. */
function dayCurve({ times, acPower, zone = 'UTC', powerQuantile = 0.995 }: ClippingThresholdInput) {
  const byMinute = new Map<number, number[]>();
  for (const [row, time] of times.entries()) {
    if (!(acPower[row]! >= 0)) continue;
    const minute = minuteOfDay(time, zone);
    const values = byMinute.get(minute);
    if (values) values.push(acPower[row]!);
    else byMinute.set(minute, [acPower[row]!]);
  }
  const minutes = [...byMinute.keys()].sort((one, other) => one - other);
  return { minutes, power: minutes.map((minute) => quantile(byMinute.get(minute)!, powerQuantile)) };
}

/** The level of the longest flat part of the curve; null where it is shorter than an hour. */
function flatLevel(input: ClippingThresholdInput): number | null {
  const { slopeMax = 0.0035, powerMin = 0.75, times } = input;
  const { minutes, power } = dayCurve(input);
  const step = median(times.subarray(1).map((time, at) => time - times[at]!)) / MINUTE_MS;
  const highest = power.reduce((one, other) => Math.max(one, other), 0);
  const least = median(power) * powerMin;
  const isFlat = (at: number) => {
    const change = (power[at]! - power[at - 1]!) / highest / (minutes[at]! - minutes[at - 1]!);
    return Math.abs(change * step) <= slopeMax && power[at]! > least;
  };
  let best = { from: 0, to: 0 };
  let from = 0;
  for (let at = 1; at <= power.length; at += 1) {
    if (at < power.length && isFlat(at)) continue;
    // A flat part counts from the row before it on.
    if (at - from > best.to - best.from) best = { from, to: at };
    from = at;
  }
  const flat = power.slice(best.from, best.to);
  const isLong = (minutes[best.to - 1] ?? 0) - (minutes[best.from] ?? 0) >= LEAST_MINUTES;
  return isLong ? flat.reduce((sum, one) => sum + one, 0) / flat.length : null;
}

/**
 * Rows of AC power at or above the level at which the days are flat for an hour or more; none where they are not. Throws where lengths differ or there is one row
 * only. pvanalytics, `features.clipping.threshold`.
 */
export function clippingThreshold(input: ClippingThresholdInput): Flags {
  checkSeries(input.times, { acPower: input.acPower });
  const level = flatLevel(input);
  return Uint8Array.from(input.acPower, (power) => Number(level !== null && power >= level));
}
