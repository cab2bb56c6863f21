import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

export interface AxisTiltInput {
  /** Where the ground falls to, degrees. */
  slopeAzimuth: number;
  /** Of the ground, degrees. */
  slopeTilt: number;
  axisAzimuth: number;
}

/** Tilt of an axis that lies along sloped ground, degrees. Anderson and Mikofski 2020, NREL/TP-5K00-76626. */
export const calcAxisTilt = vectorised<AxisTiltInput>(
  { slopeAzimuth: NaN, slopeTilt: NaN, axisAzimuth: NaN },
  ({ slopeAzimuth, slopeTilt, axisAzimuth }) =>
    Math.atan(cosDeg(axisAzimuth - slopeAzimuth) * Math.tan(slopeTilt * RADIANS)) / RADIANS,
);

export interface CrossAxisTiltInput extends AxisTiltInput {
  /** Degrees; `calcAxisTilt` tells it. */
  axisTilt: number;
}

/** Slope of the ground across the axes, degrees: the angle of the line through the axes in the plane across them. The same report. */
export const calcCrossAxisTilt = vectorised<CrossAxisTiltInput>(
  { slopeAzimuth: NaN, slopeTilt: NaN, axisAzimuth: NaN, axisTilt: NaN },
  ({ slopeAzimuth, slopeTilt, axisAzimuth, axisTilt }) => {
    const turned = axisAzimuth - slopeAzimuth;
    // The line in which the ground and the plane across the axis meet, with the slope looking along y.
    const x = sinDeg(turned) * cosDeg(axisTilt) * cosDeg(slopeTilt);
    const y = sinDeg(axisTilt) * sinDeg(slopeTilt) + cosDeg(turned) * cosDeg(axisTilt) * cosDeg(slopeTilt);
    const z = -sinDeg(turned) * sinDeg(slopeTilt) * cosDeg(axisTilt);
    const rise = (x * cosDeg(turned) - y * sinDeg(turned)) * sinDeg(axisTilt) + z * cosDeg(axisTilt);
    return Math.asin(rise / Math.hypot(x, y, z)) / RADIANS;
  },
);
