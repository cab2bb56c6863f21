import { cosDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

/**
 * Global light of a clear sky in W/m2 from the apparent zenith in degrees alone; 0 with the Sun below the horizon.
 * Haurwitz 1945, Journal of Meteorology 2, 154-166, and 1946, 3, 123-124.
 */
export const haurwitz = vectorised<{ apparentZenith: number }>(
  { apparentZenith: NaN },
  ({ apparentZenith }) => {
    const cosZenith = cosDeg(apparentZenith);
    return cosZenith <= 0 ? 0 : 1098 * cosZenith * Math.exp(-0.059 / cosZenith);
  },
);
