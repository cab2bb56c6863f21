import { clearnessIndexZenithIndependent } from './clearness-index.ts';
import { DIRINT_FACTORS } from './dirint-factors.data.ts';
import { disc } from './disc.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface DirintInput {
  /** W/m2, one after the other in time. */
  ghi: Float64Array;
  /** True zenith, degrees. */
  solarZenith: Float64Array;
  /** Epoch ms. */
  times: Float64Array;
  /** Pa; 101325 unless told. */
  pressure?: number | Float64Array;
  /** Whether the change from and to the neighbours counts; true unless told. Right for steps up to 1.5 hours. */
  useDeltaKtPrime?: boolean;
  /** Dew point at the ground, degC; not counted unless told. */
  tempDew?: number | Float64Array;
  /** Keeps the clearness sane near the horizon; 0.065 unless told. */
  minCosZenith?: number;
  /** No direct light beyond; 87 degrees unless told. */
  maxZenith?: number;
}

/** Bounds between the classes of a table. */
const CLEARNESS = [0.24, 0.4, 0.56, 0.7, 0.8];
const ZENITH = [25, 40, 55, 70, 80];
const CHANGE = [0.015, 0.035, 0.07, 0.15, 0.3];
const WATER = [1, 2, 3];
/** The class of what does not count. */
const ANY_CHANGE = 6;
const ANY_WATER = 4;

/** The class of a value, from 0 on; NaN for one that is none. */
function classOf(value: number, bounds: readonly number[], most = Infinity): number {
  if (!(value >= 0 && value <= most)) return NaN;
  let at = 0;
  while (at < bounds.length && value >= bounds[at]!) at += 1;
  return at;
}

/** Mean change from the neighbours; of one alone at the ends and beside gaps, NaN without any. */
function changeAt(values: Float64Array, at: number): number {
  const toNext = Math.abs(values[at]! - (values[at + 1] ?? NaN));
  const toLast = Math.abs(values[at]! - (values[at - 1] ?? NaN));
  if (Number.isNaN(toNext)) return toLast;
  return Number.isNaN(toLast) ? toNext : (toNext + toLast) / 2;
}

const valueAt = (values: number | Float64Array, at: number) =>
  typeof values === 'number' ? values : values[at]!;

/**
 * Direct light in W/m2 from a series of global light: that of DISC by a factor of clearness, zenith, change and water. 0 with the Sun beyond
 * `maxZenith`, NaN where the light is not known. Perez et al. 1992, ASHRAE Transactions 98, 354-369.
 */
export function dirint(input: DirintInput): Float64Array {
  const { ghi, solarZenith, times, tempDew, useDeltaKtPrime = true } = input;
  const { pressure = 101_325, minCosZenith = 0.065, maxZenith = 87 } = input;
  const light = disc({ ghi, solarZenith, time: times, pressure, minCosZenith, maxZenith });
  const clearness = clearnessIndexZenithIndependent({
    clearnessIndex: light.kt,
    airmass: light.airmass,
    maxClearnessIndex: 1,
  });
  return light.dni.map((dni, at) => {
    if (solarZenith[at]! > maxZenith) return dni;
    const change = useDeltaKtPrime ? classOf(changeAt(clearness, at), CHANGE, 1) : ANY_CHANGE;
    const water =
      tempDew === undefined ? ANY_WATER : classOf(Math.exp(0.07 * valueAt(tempDew, at) - 0.075), WATER);
    const clear = classOf(clearness[at]!, CLEARNESS, 1);
    const zenith = classOf(solarZenith[at]!, ZENITH);
    return dni * (DIRINT_FACTORS[((clear * 6 + zenith) * 7 + change) * 5 + water] ?? NaN);
  });
}

export interface DirindexInput extends DirintInput {
  /** Of a clear sky, W/m2. */
  ghiClear: Float64Array;
  /** Of a clear sky, W/m2. */
  dniClear: Float64Array;
}

/**
 * Direct light of a clear sky by the ratio of DIRINT with and without clouds, W/m2; not below 0, and 0 where a clear sky has none. Perez et
 * al. 2002, Solar Energy 73, 307-317.
 */
export function dirindex({ ghiClear, dniClear, ...input }: DirindexInput): Float64Array {
  const cloudy = dirint(input);
  const clear = dirint({ ...input, ghi: ghiClear });
  return dniClear.map((dni, at) => {
    if (dni === 0 || clear[at] === 0) return zeroOf(cloudy[at]!);
    return Math.max(0, (dni * cloudy[at]!) / clear[at]!);
  });
}
