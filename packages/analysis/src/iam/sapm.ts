import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

/** The coefficients of a module in Sandia's model, per degree to the power of their index. */
export interface SapmIamCoefficients {
  B0: number;
  B1: number;
  B2: number;
  B3: number;
  B4: number;
  B5: number;
}

export interface SapmIamInput extends SapmIamCoefficients {
  /** Angle of incidence, degrees. */
  aoi: number;
  /** The factor is not above it; no limit unless told. */
  upper?: number;
}

/** The polynomial of Sandia's array performance model, not below 0; 0 for a negative angle. King et al. 2004, SAND2004-3535. */
export const sapm = vectorised<SapmIamInput>(
  { aoi: NaN, B0: NaN, B1: NaN, B2: NaN, B3: NaN, B4: NaN, B5: NaN, upper: Infinity },
  ({ aoi, B0, B1, B2, B3, B4, B5, upper }) => {
    const iam = B0 + aoi * (B1 + aoi * (B2 + aoi * (B3 + aoi * (B4 + aoi * B5))));
    return aoi < 0 ? zeroOf(iam) : Math.min(upper, Math.max(0, iam));
  },
);
