import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

export interface ProjectedZenithInput {
  /** Apparent zenith, degrees. */
  solarZenith: number;
  solarAzimuth: number;
  /** Of the axis against the horizontal, degrees. */
  axisTilt: number;
  /** Where the axis looks down to, degrees. */
  axisAzimuth: number;
}

/**
 * Angle of the Sun in the plane across an axis, degrees from its upright: what a tracker without limits would turn to. Positive
 * to the right of one who looks along the axis azimuth. Lorenzo, Narvarte and Munoz 2011; Anderson and Mikofski 2020,
 * NREL/TP-5K00-76626.
 */
export const projectedSolarZenithAngle = vectorised<ProjectedZenithInput>(
  { solarZenith: NaN, solarAzimuth: NaN, axisTilt: NaN, axisAzimuth: NaN },
  ({ solarZenith, solarAzimuth, axisTilt, axisAzimuth }) => {
    const sinZenith = sinDeg(solarZenith);
    const turned = solarAzimuth - axisAzimuth;
    const across = sinZenith * sinDeg(turned);
    const upright = sinZenith * cosDeg(turned) * sinDeg(axisTilt) + cosDeg(solarZenith) * cosDeg(axisTilt);
    return Math.atan2(across, upright) / RADIANS;
  },
);
