import { vectorised } from '../vector/vectorised.ts';

/** Of the polynomial of the air mass. */
export interface SapmSpectralCoefficients {
  A0: number;
  A1: number;
  A2: number;
  A3: number;
  A4: number;
}

export interface SpectralFactorSapmInput extends SapmSpectralCoefficients {
  /** Corrected by pressure. */
  airmassAbsolute: number;
}

/**
 * Change of the current by the spectrum as a factor, a polynomial of the air mass, not below 0. pvlib has 0 where the air
 * mass is unknown; here that is NaN. King et al. 2004, SAND2004-3535, equation 7.
 */
export const spectralFactorSapm = vectorised<SpectralFactorSapmInput>(
  { airmassAbsolute: NaN, A0: NaN, A1: NaN, A2: NaN, A3: NaN, A4: NaN },
  ({ airmassAbsolute: m, A0, A1, A2, A3, A4 }) => Math.max(0, A0 + m * (A1 + m * (A2 + m * (A3 + m * A4)))),
);
