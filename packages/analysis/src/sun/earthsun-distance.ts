import { vectorised } from '../vector/vectorised.ts';
import { DELTA_T_S, geocentricSun } from './geocentric.ts';

export interface EarthsunDistanceInput {
  /** Epoch ms. */
  time: number;
  /** TT - UT in seconds; 69 unless told. */
  deltaT?: number;
}

/** Distance of Earth and Sun, astronomical units. Reda and Andreas, NREL/TP-560-34302. */
export const nrelEarthsunDistance = vectorised<EarthsunDistanceInput>(
  { time: NaN, deltaT: DELTA_T_S },
  ({ time, deltaT }) => geocentricSun(time, deltaT).distance,
);
