import { checkSeries } from '../stats/check-series.ts';

export interface FullyCoveredNrelInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** Since the row before, cm. */
  snowfall: Float64Array;
  /** On the ground, cm. */
  snowDepth?: Float64Array;
  /** Snow that covers, cm/h; 1 unless told. */
  thresholdSnowfall?: number;
  /** Less on the ground covers nothing, cm; 1 unless told. */
  thresholdDepth?: number;
}

const HOUR_MS = 3_600_000;

/** Between each row and the one before it, h; that of the second for the first. */
export const hoursOf = (times: Float64Array): Float64Array =>
  times.map((time, row) => (row === 0 ? times[1]! - time : time - times[row - 1]!) / HOUR_MS);

/**
 * Whether snow of a row covers all modules: 1, or 0; NaN where that is not known. The first row takes the step of the second. Throws where
 * series differ in length or there is one row only. Marion et al. 2013, Solar Energy Materials & Solar Cells; Ryberg and Freeman 2017,
 * NREL/TP-6A20-68705.
 */
export function fullyCoveredNrel(input: FullyCoveredNrelInput): Float64Array {
  const { times, snowfall, snowDepth, thresholdSnowfall = 1, thresholdDepth = 1 } = input;
  checkSeries(times, snowDepth ? { snowfall, snowDepth } : { snowfall });
  const hours = hoursOf(times);
  return snowfall.map((snow, row) => {
    const depth = snowDepth ? snowDepth[row]! : Infinity;
    if (Number.isNaN(snow + depth)) return NaN;
    return Number(snow / hours[row]! > thresholdSnowfall && depth >= thresholdDepth);
  });
}
