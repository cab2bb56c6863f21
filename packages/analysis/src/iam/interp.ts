import { vectorised } from '../vector/vectorised.ts';

export interface InterpInput {
  /** Angle of incidence, degrees; its sign does not count. */
  aoi: number;
  /** Angles at which the factor is known, rising, two at least, degrees. */
  thetaRef: readonly number[];
  /** The factors at these angles, none below 0. */
  iamRef: readonly number[];
  /** Whether factors are divided by that of vertical incidence; true unless told. */
  normalize?: boolean;
}

/** Straight on beyond the ends, as between the last two of them. */
function along(angle: number, angles: readonly number[], factors: readonly number[]): number {
  let at = 1;
  while (at < angles.length - 1 && angle > angles[at]!) at += 1;
  const from = angles[at - 1]!;
  const before = factors[at - 1]!;
  return before + ((angle - from) * (factors[at]! - before)) / (angles[at]! - from);
}

/**
 * Between measured factors, straight from one to the next, not below 0. Throws where there are fewer than two of them, or one is
 * below 0.
 */
export const interp = vectorised<InterpInput>(
  { aoi: NaN, thetaRef: [], iamRef: [], normalize: true },
  ({ aoi, thetaRef, iamRef, normalize }) => {
    if (thetaRef.length < 2 || thetaRef.length !== iamRef.length)
      throw new RangeError('iamRef: two values at least, as many as thetaRef');
    if (iamRef.some((factor) => factor < 0)) throw new RangeError('iamRef: no value below 0');
    const iam = Math.max(0, along(Math.abs(aoi), thetaRef, iamRef));
    return normalize ? iam / along(0, thetaRef, iamRef) : iam;
  },
);
