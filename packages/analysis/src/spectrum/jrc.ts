import { vectorised } from '../vector/vectorised.ts';
import { coefficientsOf } from './coefficients.ts';

/** As the paper has them, not yet by the module's own current. */
const relative = (coefficients: readonly number[], scale: number) => coefficients.map((one) => one / scale);

const SETS = {
  multisi: relative([0.00172, 0.000508, 0.00000357], 0.00348),
  cdte: relative([0.000643, 0.00013, 0.0000108], 0.00115),
};

export interface SpectralFactorJrcInput {
  /** Relative. */
  airmass: number;
  /** Share of the clear sky's light. */
  clearskyIndex: number;
  /** This or `coefficients`. */
  moduleType?: '' | keyof typeof SETS;
  /** Three; these or `moduleType`. */
  coefficients?: readonly number[];
}

/**
 * Change of the current by the spectrum as a factor: 1 + a1 (exp(-kc) - exp(-1)) + a2 (kc - 1) + a3 (AM - 1.5). Throws for
 * other modules, and where not exactly one of module and coefficients is told. Huld, Sample and Dunlop 2009, 24th EU PVSEC, 3385-3389.
 */
export const spectralFactorJrc = vectorised<SpectralFactorJrcInput>(
  { airmass: NaN, clearskyIndex: NaN, moduleType: '', coefficients: [] },
  ({ airmass, clearskyIndex: kc, moduleType, coefficients }) => {
    const [a1, a2, a3] = coefficientsOf(SETS, moduleType, coefficients);
    return 1 + a1! * (Math.exp(-kc) - Math.exp(-1)) + a2! * (kc - 1) + a3! * (airmass - 1.5);
  },
);
