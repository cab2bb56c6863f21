import { vectorised } from '../vector/vectorised.ts';

export interface Gueymard94PwInput {
  /** degC. */
  tempAir: number;
  /** %. */
  relativeHumidity: number;
}

/**
 * Water of the whole atmosphere in cm from the air at the ground, 0.1 at least. Keogh and Blakers 2004 after Gueymard
 * 1993 and 1994 (Solar Energy 53, 57-71).
 */
export const gueymard94Pw = vectorised<Gueymard94PwInput>(
  { tempAir: NaN, relativeHumidity: NaN },
  ({ tempAir, relativeHumidity }) => {
    const kelvin = tempAir + 273.15;
    const theta = kelvin / 273.15;
    const height = 0.4976 + 1.5265 * theta + Math.exp(13.6897 * theta - 14.9188 * theta ** 3);
    const hundred = 100 / kelvin;
    const saturation = Math.exp(22.33 - 49.14 * hundred - 10.922 * hundred ** 2 - 0.39015 / hundred);
    const vapour = ((216.7 * relativeHumidity) / (100 * kelvin)) * saturation;
    return Math.max(0.1, 0.1 * height * vapour);
  },
);
