import { checkSeries } from '../stats/check-series.ts';
import { median } from '../stats/quantile.ts';
import type { Flags } from '../quality/flags.ts';
import { minuteOfDay, rowsByDay } from './day-parts.ts';
import { slidingMedian } from './sliding-median.ts';

export interface DaytimeInput {
  /** Of each row, epoch ms, in equal steps. */
  times: Float64Array;
  /** Power or irradiance, in any unit; unknown rows count as 0. */
  values: Float64Array;
  /** IANA zone of days and clock; UTC unless told. */
  zone?: string;
  /** Rows that do not count. */
  outliers?: Flags;
  /** Rows at a limit of power, which are flat by day. */
  clipping?: Flags;
  /** Of the highest value; 0.003 unless told. */
  lowValueThreshold?: number;
  /** Of the highest value, of the median of days around; 0.0015 unless told. */
  lowMedianThreshold?: number;
  /** Of the highest value, by minute; 0.0005 unless told. */
  lowDiffThreshold?: number;
  /** Days of that median; 7 unless told. */
  medianDays?: number;
  /** Days that decide over a row that cannot be; 31 unless told. */
  correctionWindow?: number;
  /** Shorter days and nights cannot be, h; 5 unless told. */
  hoursMin?: number;
  /** By which a day may be shorter than those before it, min; 30 unless told. */
  dayLengthDifferenceMax?: number;
  /** Days of these; 14 unless told. */
  dayLengthWindow?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** For each row what `of` says of the values of the same minute on `days` days around it. */
function aroundByMinute(
  values: Float64Array,
  minutes: readonly number[],
  days: number,
  of: (values: Float64Array) => number,
): Float64Array {
  const groups = new Map<number, number[]>();
  for (const [row, minute] of minutes.entries()) {
    const rows = groups.get(minute);
    if (rows) rows.push(row);
    else groups.set(minute, [row]);
  }
  const before = Math.floor(days / 2);
  const result = new Float64Array(values.length);
  for (const rows of groups.values()) {
    const column = Float64Array.from(rows, (row) => values[row]!);
    for (const [at, row] of rows.entries())
      result[row] = of(column.subarray(Math.max(0, at - before), at - before + days));
  }
  return result;
}

/** From 0 to 1 by the highest value; what is unknown, below 0 or does not count is 0. */
function normalize(values: Float64Array, outliers: Flags | undefined): Float64Array {
  const counted = values.map((value, row) => (outliers?.[row] === 1 ? NaN : Math.max(0, value || 0)));
  const known = counted.filter((value) => !Number.isNaN(value));
  const low = known.reduce((one, other) => Math.min(one, other), Infinity);
  const high = known.reduce((one, other) => Math.max(one, other), -Infinity);
  return counted.map((value) => (value - low) / (high - low) || 0);
}

/** Lengths of the runs of equal flags, for each row. */
function runLengths(flags: Float64Array): Uint32Array {
  const lengths = new Uint32Array(flags.length);
  let from = 0;
  for (let row = 1; row <= flags.length; row += 1) {
    if (row < flags.length && flags[row] === flags[from]) continue;
    lengths.fill(row - from, from, row);
    from = row;
  }
  return lengths;
}

/** Whether a row is of a day that is shorter than those before it. */
function ofShortDays(
  night: Float64Array,
  stepMinutes: number,
  input: DaytimeInput,
): (row: number) => boolean {
  const { times, zone = 'UTC', dayLengthDifferenceMax = 30, dayLengthWindow = 14 } = input;
  const runs = runLengths(night);
  // A day counts with the last row of the night before it.
  const lengths = night.map((isNight, row) => (isNight ? NaN : (1 + runs[row]!) * stepMinutes));
  const usual = slidingMedian(times, lengths, dayLengthWindow * DAY_MS);
  const short = new Uint8Array(night.length);
  for (const rows of rowsByDay(times, zone).values())
    if (rows.some((row) => lengths[row]! < usual[row]! - dayLengthDifferenceMax))
      for (const row of rows) short[row] = 1;
  return (row) => short[row] === 1;
}

/**
 * Rows by day, told by power or irradiance alone: what is low, flat and low on the days around is night; days and nights that cannot be are decided by the same minute of other days. Throws where
 * lengths differ, steps are not equal or there is one row only. Perry et al. 2021; pvanalytics, `features.daytime.power_or_irradiance`.
 */
export function powerOrIrradiance(input: DaytimeInput): Flags {
  const { times, values, zone = 'UTC', outliers, clipping, correctionWindow = 31, hoursMin = 5 } = input;
  checkSeries(times, { values, ...(outliers && { outliers }), ...(clipping && { clipping }) });
  const step = times[1]! - times[0]!;
  if (times.some((time, row) => row > 0 && times[row - 1]! + step !== time))
    throw new RangeError('times: equal steps');
  const stepMinutes = step / MINUTE_MS;
  const minutes = Array.from(times, (time) => minuteOfDay(time, zone));
  const share = normalize(values, outliers);
  const usual = aroundByMinute(share, minutes, input.medianDays ?? 7, median);
  const found = share.map((value, row) => {
    const isLow = value <= (input.lowValueThreshold ?? 0.003);
    const isUsuallyLow = usual[row]! <= (input.lowMedianThreshold ?? 0.0015);
    const change = Math.abs(value - (row === 0 ? NaN : share[row - 1]!)) / stepMinutes;
    const isFlat = change <= (input.lowDiffThreshold ?? 0.0005);
    return Number([isLow, isUsuallyLow, isFlat].filter(Boolean).length >= 2);
  });
  const corrected = (night: Float64Array, isWrong: (row: number) => boolean) => {
    const mostly = aroundByMinute(night, minutes, correctionWindow, (flags) =>
      Number(flags.reduce((sum, flag) => sum + flag, 0) / flags.length > 0.5),
    );
    return night.map((flag, row) => (isWrong(row) ? mostly[row]! : flag));
  };
  const runs = runLengths(found);
  const night = corrected(found, (row) => runs[row]! * stepMinutes <= hoursMin * 60).map((flag, row) =>
    clipping?.[row] === 1 ? 0 : flag,
  );
  return Uint8Array.from(corrected(night, ofShortDays(night, stepMinutes, input)), (flag) => 1 - flag);
}
