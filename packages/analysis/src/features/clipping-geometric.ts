import { checkSeries } from '../stats/check-series.ts';
import { median } from '../stats/quantile.ts';
import { checkWindow, type Flags } from '../quality/flags.ts';
import { rowsByDay } from './day-parts.ts';
import { flatTops, quarters } from './flat-tops.ts';

export interface ClippingGeometricInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** W, or any unit. */
  acPower: Float64Array;
  /** IANA zone of the days; UTC unless told. */
  zone?: string;
  /** Rows of a flat top; 3 unless told, 5 with trackers and steps below half an hour. */
  window?: number;
  /** Range that is flat, percent of the middle; 0.2 unless told. */
  slopeMax?: number;
  /** Whether modules follow the sun; false unless told. */
  tracking?: boolean;
}

const MINUTE_MS = 60_000;
const COARSE_MS = 15 * MINUTE_MS;
/** Shorter steps are joined to a quarter of an hour. */
const FINE_MS = 10 * MINUTE_MS;

const meanOf = (values: Float64Array) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Bounds of a day's clipped power: its least and most, or where rows were joined two deviations around the mean, so far as rows reach. */
function bandOf(values: readonly number[], wasJoined: boolean): readonly [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!wasJoined) return [low, high];
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1);
  const reach = 2 * Math.sqrt(variance);
  return [mean - reach > high ? high : mean - reach, mean + reach < low ? low : mean + reach];
}

/**
 * Rows of AC power within the band of the day's flat top. Throws where lengths differ or there is one row only. Perry et al. 2021, 48th IEEE PVSC; pvanalytics,
 * `features.clipping.geometric`.
 */
export function clippingGeometric(input: ClippingGeometricInput): Flags {
  const { times, acPower, zone = 'UTC', slopeMax = 0.2, tracking = false } = input;
  checkSeries(times, { acPower });
  const flags = new Uint8Array(times.length);
  if (times.length === 0) return flags;
  const step = median(times.subarray(1).map((time, at) => time - times[at]!));
  const window = input.window ?? (tracking && step < 30 * MINUTE_MS ? 5 : 3);
  checkWindow(window, 2);
  const isFine = step < FINE_MS;
  const rows = isFine ? quarters({ times, power: acPower }, meanOf) : { times, power: acPower };
  const tops = flatTops(rows, { zone, window, slopeMax });
  const isTop = (row: number) =>
    tops[isFine ? Math.floor(times[row]! / COARSE_MS) - rows.times[0]! / COARSE_MS : row] === 1;
  for (const day of rowsByDay(times, zone).values()) {
    const clipped = day
      .filter((row) => isTop(row) && !Number.isNaN(acPower[row]!))
      .map((row) => acPower[row]!);
    if (clipped.length === 0) continue;
    const [low, high] = bandOf(clipped, isFine);
    for (const row of day) flags[row] = Number(acPower[row]! >= low && acPower[row]! <= high);
  }
  return flags;
}
