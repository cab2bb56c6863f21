import { vectorised } from '../vector/vectorised.ts';
import { coefficientsOf } from './coefficients.ts';

const SETS = {
  multisi: [0.9847, -0.05237, 0.03034],
  monosi: [0.9845, -0.05169, 0.03034],
  'fs4-2': [1.002, -0.07108, 0.02465],
  'fs4-1': [0.9981, -0.05776, 0.02336],
  cigs: [0.9791, -0.03904, 0.03096],
  asi: [1.051, -0.1033, 0.009838],
};

export interface SpectralFactorPvspecInput {
  /** Corrected by pressure. */
  airmassAbsolute: number;
  /** Share of the clear sky's light. */
  clearskyIndex: number;
  /** This or `coefficients`. */
  moduleType?: '' | keyof typeof SETS;
  /** Three; these or `moduleType`. */
  coefficients?: readonly number[];
}

/**
 * Change of the current by the spectrum as a factor: a1 kc^a2 AM^a3. Throws for other modules, and where not exactly one of
 * module and coefficients is told. Pelland et al. 2020, 47th IEEE PVSC.
 */
export const spectralFactorPvspec = vectorised<SpectralFactorPvspecInput>(
  { airmassAbsolute: NaN, clearskyIndex: NaN, moduleType: '', coefficients: [] },
  ({ airmassAbsolute, clearskyIndex, moduleType, coefficients }) => {
    const [a1, a2, a3] = coefficientsOf(SETS, moduleType, coefficients);
    return a1! * clearskyIndex ** a2! * airmassAbsolute ** a3!;
  },
);
