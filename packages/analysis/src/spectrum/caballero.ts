import { vectorised } from '../vector/vectorised.ts';
import { coefficientsOf } from './coefficients.ts';

const SETS = {
  cdte: [1.0044, 0.0095, -0.0037, 0.0002, 0, -0.0046, -0.0182, 0, 0.0095, 0.0068, 0, 1],
  monosi: [0.9706, 0.0377, -0.0123, 0.0025, -0.0002, 0.0159, -0.0165, 0, -0.0016, -0.0027, 1, 0],
  multisi: [0.9836, 0.0254, -0.0085, 0.0016, -0.0001, 0.0094, -0.0132, 0, -0.0002, -0.0011, 1, 0],
  cigs: [0.9801, 0.0283, -0.0092, 0.0019, -0.0001, 0.0117, -0.0126, 0, -0.0011, -0.0019, 1, 0],
  asi: [1.106, -0.0848, 0.0302, -0.0076, 0.0006, -0.1283, 0.0986, -0.0254, 0.0156, 0.0146, 1, 0],
  perovskite: [1.0637, -0.0491, 0.018, -0.0047, 0.0004, -0.0773, 0.0583, -0.0159, 0.01251, 0.0109, 1, 0],
};

/** Of the reference spectrum AM1.5. */
const REFERENCE_AOD = 0.084;
/** The same, cm. */
const REFERENCE_WATER = 1.4164;

export interface SpectralFactorCaballeroInput {
  /** In the air above, cm. */
  precipitableWater: number;
  /** Corrected by pressure. */
  airmassAbsolute: number;
  /** Aerosol optical depth at 500 nm. */
  aod500: number;
  /** This or `coefficients`. */
  moduleType?: '' | keyof typeof SETS;
  /** Twelve; these or `moduleType`. */
  coefficients?: readonly number[];
}

/**
 * Change of the current by the spectrum as a factor: by air mass, aerosols and water. Throws for other modules, and where
 * not exactly one of module and coefficients is told. Caballero et al. 2018, IEEE J. Photovoltaics 8, 552-558.
 */
export const spectralFactorCaballero = vectorised<SpectralFactorCaballeroInput>(
  { precipitableWater: NaN, airmassAbsolute: NaN, aod500: NaN, moduleType: '', coefficients: [] },
  ({ precipitableWater, airmassAbsolute: m, aod500, moduleType, coefficients }) => {
    const c = coefficientsOf(SETS, moduleType, coefficients) as number[];
    const [c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0, c8 = 0, c9 = 0] = c;
    const ofMass = c0 + m * (c1 + m * (c2 + m * (c3 + m * c4)));
    const aerosol = c5 + c6 * (c[10]! * m + c[11]! * Math.log(m)) + c7 * m ** 2;
    const water = c8 + c9 * Math.log(m);
    return ofMass + (aod500 - REFERENCE_AOD) * aerosol + (precipitableWater - REFERENCE_WATER) * water;
  },
);
