import { checkSeries } from '../stats/check-series.ts';
import { cosDeg } from '../sun/angles.ts';
import type { Values } from '../vector/vectorised.ts';
import { erf } from './erf.ts';
import { rollingSum } from './rolling-sum.ts';

export interface HsuInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** Since the row before, mm. */
  rainfall: Float64Array;
  /** Rain within `rainAccumPeriod` that cleans, mm. */
  cleaningThreshold: number;
  /** Degrees. */
  surfaceTilt: Values;
  /** Particles below 2.5 micrometres, g/m3. */
  pm25: Values;
  /** Particles below 10 micrometres, g/m3. */
  pm10: Values;
  /** How fast they settle, m/s; 0.0009 and 0.004 unless told. */
  depoVeloc?: { pm25: number; pm10: number };
  /** ms; an hour unless told. */
  rainAccumPeriod?: number;
}

const HOUR_MS = 3_600_000;

/**
 * Share of light that passes the dirt of each row, 1 where clean and 0.6563 at worst. What settles adds up until rain cleans. What
 * follows an unknown row is NaN until then. Throws where series differ in length or there is one row only. Coello and Boyle 2019,
 * IEEE J. Photovoltaics 9, 1382-1387.
 */
export function hsu(input: HsuInput): Float64Array {
  const { times, rainfall, cleaningThreshold, rainAccumPeriod = HOUR_MS } = input;
  const veloc = input.depoVeloc ?? { pm25: 0.0009, pm10: 0.004 };
  const column = (values: Values) =>
    typeof values === 'number' ? new Float64Array(times.length).fill(values) : values;
  const tilt = column(input.surfaceTilt);
  const fine = column(input.pm25);
  const coarse = column(input.pm10);
  checkSeries(times, { rainfall, surfaceTilt: tilt, pm25: fine, pm10: coarse });
  const rain = rollingSum(times, rainfall, rainAccumPeriod);
  let mass = 0;
  return times.map((time, row) => {
    const seconds = (row === 0 ? times[1]! - time : time - times[row - 1]!) / 1000;
    const rate = fine[row]! * veloc.pm25 + Math.max(coarse[row]! - fine[row]!, 0) * veloc.pm10;
    mass += rate * seconds * cosDeg(tilt[row]!);
    if (rain[row]! >= cleaningThreshold) mass = 0;
    else if (Number.isNaN(rain[row]!)) mass = NaN;
    return 1 - 0.3437 * erf(0.17 * mass ** 0.8473);
  });
}
