import { vectorised } from '../vector/vectorised.ts';
import { coefficientsOf } from './coefficients.ts';

const MONO = [0.85914, -0.02088, -0.0058853, 0.12029, 0.026814, -0.001781];
const POLY = [0.8409, -0.027539, -0.0079224, 0.1357, 0.038024, -0.0021218];
const SETS = {
  cdte: [0.86273, -0.038948, -0.012506, 0.098871, 0.084658, -0.0042948],
  monosi: MONO,
  xsi: MONO,
  polysi: POLY,
  multisi: POLY,
  cigs: [0.85252, -0.022314, -0.0047216, 0.13666, 0.013342, -0.0008945],
  asi: [1.12094, -0.04762, -0.0083627, -0.10443, 0.098382, -0.0033818],
};

export interface SpectralFactorFirstsolarInput {
  /** In the air above, cm. */
  precipitableWater: number;
  /** Corrected by pressure. */
  airmassAbsolute: number;
  /** This or `coefficients`. */
  moduleType?: '' | keyof typeof SETS;
  /** Six; these or `moduleType`. */
  coefficients?: readonly number[];
  /** Less counts as it; 0.1 cm unless told. */
  minPrecipitableWater?: number;
  /** More is unknown; 8 cm unless told. */
  maxPrecipitableWater?: number;
  /** Less counts as it; 0.58 unless told. */
  minAirmassAbsolute?: number;
  /** More counts as it; 10 unless told. */
  maxAirmassAbsolute?: number;
}

/**
 * Change of the current by the spectrum as a factor. Throws for other modules, and where not exactly one of module and
 * coefficients is told. Lee and Panchula 2016, 43rd IEEE PVSC.
 */
export const spectralFactorFirstsolar = vectorised<SpectralFactorFirstsolarInput>(
  {
    precipitableWater: NaN,
    airmassAbsolute: NaN,
    moduleType: '',
    coefficients: [],
    minPrecipitableWater: 0.1,
    maxPrecipitableWater: 8,
    minAirmassAbsolute: 0.58,
    maxAirmassAbsolute: 10,
  },
  (row) => {
    const [c0, c1, c2, c3, c4, c5] = coefficientsOf(SETS, row.moduleType, row.coefficients);
    const water = Math.max(row.precipitableWater, row.minPrecipitableWater);
    if (water > row.maxPrecipitableWater) return NaN;
    const mass = Math.max(Math.min(row.airmassAbsolute, row.maxAirmassAbsolute), row.minAirmassAbsolute);
    const ofMass = c0! + c1! * mass + c3! * Math.sqrt(mass);
    return ofMass + c2! * water + c4! * Math.sqrt(water) + (c5! * mass) / Math.sqrt(water);
  },
);
