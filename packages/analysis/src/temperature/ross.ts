import { vectorised } from '../vector/vectorised.ts';
import { UNKNOWN_WEATHER, type ModuleWeather } from './weather.ts';

export interface RossInput extends ModuleWeather {
  /** Nominal operating cell temperature, degC; this or `k`. */
  noct?: number;
  /** Warming per irradiance, K m2/W; this or `noct`. */
  k?: number;
}

/**
 * Cell, degC: Ta + k E, with k = (NOCT - 20) / 800 where the NOCT is told. Throws where both are told. Ross 1980, 14th IEEE
 * PVSC; Ross 1981, JPL 5101-77.
 */
export const ross = vectorised<RossInput>(
  { ...UNKNOWN_WEATHER, noct: NaN, k: NaN },
  ({ poaGlobal, tempAir, noct, k }) => {
    if (!Number.isNaN(noct) && !Number.isNaN(k)) throw new RangeError('ross: noct or k, not both');
    return tempAir + (Number.isNaN(k) ? (noct - 20) / 800 : k) * poaGlobal;
  },
);
