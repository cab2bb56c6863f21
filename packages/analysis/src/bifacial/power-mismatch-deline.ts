import { vectorised } from '../vector/vectorised.ts';

export interface PowerMismatchDelineInput {
  /** Relative mean absolute difference of light within a module, as a share of 1. */
  rmad: number;
  /** Polynomial from the constant on; 0, 0.142, 3.2 (fixed tilt, single-axis trackers) unless told. */
  coefficients?: readonly number[];
  /** Fill factor of the module; that of the coefficients unless told. */
  fillFactor?: number;
  /** Fill factor that the coefficients are of; 0.79 unless told. */
  fillFactorReference?: number;
}

/** Share of power lost by uneven light on the back of modules. Deline et al. 2020, IEEE J. Photovoltaics 10, 1090-1098. */
export const powerMismatchDeline = vectorised<PowerMismatchDelineInput>(
  { rmad: NaN, coefficients: [0, 0.142, 3.2], fillFactor: 0.79, fillFactorReference: 0.79 },
  ({ rmad, coefficients, fillFactor, fillFactorReference }) =>
    (coefficients.reduceRight((sum, coefficient) => sum * rmad + coefficient, 0) * fillFactor) /
    fillFactorReference,
);
