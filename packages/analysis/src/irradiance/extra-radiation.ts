import { geocentricSun } from '../sun/geocentric.ts';
import { dayOfYear } from '../time/day-of-year.ts';
import { vectorised } from '../vector/vectorised.ts';

export type ExtraRadiationMethod = 'spencer' | 'asce' | 'nrel';

export interface ExtraRadiationInput {
  /** Epoch ms. */
  time: number;
  /** W/m2; 1366.1 unless told. */
  solarConstant?: number;
  /** `spencer` unless told. */
  method?: ExtraRadiationMethod;
}

/** Mean distance of the Sun by its distance, squared, on the UTC day of `time`. Spencer 1971, Search 2, 172. */
function spencer(time: number): number {
  const angle = (2 * Math.PI * (dayOfYear(time) - 1)) / 365;
  return (
    1.00011 +
    0.034221 * Math.cos(angle) +
    0.00128 * Math.sin(angle) +
    0.000719 * Math.cos(2 * angle) +
    0.000077 * Math.sin(2 * angle)
  );
}

/** The same by the reference evapotranspiration of the ASCE, 2005. */
const asce = (time: number) => 1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear(time)) / 365);

/** The same of the very instant, by the Solar Position Algorithm. */
const nrel = (time: number) => geocentricSun(time).distance ** -2;

const SQUARED = { spencer, asce, nrel };

/**
 * Irradiance outside the atmosphere on a plane that faces the Sun, W/m2. `spencer` and `asce` give one value a UTC day.
 */
export const getExtraRadiation = vectorised<ExtraRadiationInput>(
  { time: NaN, solarConstant: 1366.1, method: 'spencer' },
  ({ time, solarConstant, method }) => solarConstant * SQUARED[method](time),
);
