import { checkSeries } from '../stats/check-series.ts';
import { rollingSum } from './rolling-sum.ts';

export interface KimberInput {
  /** Of each row, epoch ms, rising in equal steps. */
  times: Float64Array;
  /** Since the row before, mm. */
  rainfall: Float64Array;
  /** More rain within `rainAccumPeriod` cleans, mm; 6 unless told. */
  cleaningThreshold?: number;
  /** Share of energy that a day of dirt takes; 0.0015 unless told. */
  soilingLossRate?: number;
  /** Days after rain in which the ground is damp and nothing gathers; 14 unless told. */
  gracePeriod?: number;
  /** Share of energy that dirt takes at most; 0.3 unless told. */
  maxSoiling?: number;
  /** Times of rows at which people washed, epoch ms. */
  manualWashDates?: readonly number[];
  /** Share at the first row; 0 unless told. */
  initialSoiling?: number;
  /** Hours; 24 unless told. */
  rainAccumPeriod?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Share of energy that dirt takes at each row: it grows day by day, and rain or people wash it off. What follows an unknown row is NaN
 * until it is known again that it was washed. Throws where a wash is at no row, lengths differ or there is one row only. Kimber et al. 2006, 4th WCPEC, 2391-2395.
 */
export function kimber(input: KimberInput): Float64Array {
  const { times, rainfall, cleaningThreshold = 6, maxSoiling = 0.3 } = input;
  checkSeries(times, { rainfall });
  const rows = new Set(times);
  const lost = input.manualWashDates?.find((wash) => !rows.has(wash));
  if (lost !== undefined) throw new RangeError(`manualWashDates: no row at ${lost}`);
  const washes = new Set(input.manualWashDates);
  const rain = rollingSum(times, rainfall, (input.rainAccumPeriod ?? 24) * HOUR_MS);
  const wet = rain.map((sum) => (Number.isNaN(sum) ? NaN : Number(sum > cleaningThreshold)));
  const damp = dampGround(times, wet, (input.gracePeriod ?? 14) * DAY_MS);
  const step = ((input.soilingLossRate ?? 0.0015) * (times[1]! - times[0]!)) / DAY_MS;
  let soiling = input.initialSoiling ?? 0;
  return times.map((time, row) => {
    if (row > 0) soiling += step;
    if (damp[row] === 1 || washes.has(time)) soiling = 0;
    else if (Number.isNaN(damp[row]!)) soiling = NaN;
    return soiling < maxSoiling || Number.isNaN(soiling) ? soiling : maxSoiling;
  });
}

/** 1 where it rained enough within the grace period, else 0; NaN where that is not known. */
function dampGround(times: Float64Array, wet: Float64Array, graceMs: number): Float64Array {
  let lastWet = -Infinity;
  let lastUnknown = -Infinity;
  return times.map((time, row) => {
    // Rain washes as it falls, however short the grace period.
    if (wet[row] === 1) return ((lastWet = time), 1);
    if (Number.isNaN(wet[row]!)) lastUnknown = time;
    if (lastWet > time - graceMs) return 1;
    return lastUnknown === time || lastUnknown > time - graceMs ? NaN : 0;
  });
}
