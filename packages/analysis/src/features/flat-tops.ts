import type { Flags } from '../quality/flags.ts';
import { rowsByDay } from './day-parts.ts';

const QUARTER_MS = 15 * 60_000;

export interface PowerRows {
  times: Float64Array;
  power: Float64Array;
}

export interface FlatTopOptions {
  /** IANA zone of the days. */
  zone: string;
  /** Rows of a flat top. */
  window: number;
  /** Range that is flat, percent of the middle. */
  slopeMax: number;
}

/** Quarters of an hour from the first to the last row, each by `of` its known power; NaN where there is none. */
export function quarters({ times, power }: PowerRows, of: (values: Float64Array) => number): PowerRows {
  const first = Math.floor(times[0]! / QUARTER_MS);
  const length = Math.floor(times.at(-1)! / QUARTER_MS) - first + 1;
  const groups = Array.from({ length }, (): number[] => []);
  for (const [row, time] of times.entries())
    if (!Number.isNaN(power[row]!)) groups[Math.floor(time / QUARTER_MS) - first]!.push(power[row]!);
  return {
    times: Float64Array.from(groups, (_, at) => (first + at) * QUARTER_MS),
    power: Float64Array.from(groups, (values) => (values.length === 0 ? NaN : of(Float64Array.from(values)))),
  };
}

/** Rows of windows whose power hardly changes, among those above a tenth of their day's highest. */
export function flatTops({ times, power }: PowerRows, { zone, window, slopeMax }: FlatTopOptions): Flags {
  const high = power.slice();
  for (const rows of rowsByDay(times, zone).values()) {
    const limit = 0.1 * rows.reduce((most, row) => Math.max(most, power[row]! || -Infinity), -Infinity);
    for (const row of rows) if (power[row]! < limit) high[row] = NaN;
  }
  const flags = new Uint8Array(power.length);
  for (let first = 0; first + window <= high.length; first += 1) {
    const values = high.subarray(first, first + window);
    const low = Math.min(...values);
    const top = Math.max(...values);
    if (((top - low) / ((top + low) / 2)) * 100 < slopeMax) flags.fill(1, first, first + window);
  }
  return flags;
}
