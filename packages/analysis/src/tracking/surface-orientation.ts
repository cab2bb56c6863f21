import { RADIANS, cosDeg, sinDeg, wrap360 } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';

export interface SurfaceOrientationInput {
  /** Rotation about the axis, degrees, right-handed; 0 is upright. */
  trackerTheta: number;
  /** 0 unless told. */
  axisTilt?: number;
  /** 0 (north) unless told. */
  axisAzimuth?: number;
}

export interface SurfaceOrientation {
  /** Degrees from 0 to 180. */
  surfaceTilt: number;
  /** Degrees from 0 to 360; that of the axis less 90 where the surface is horizontal. */
  surfaceAzimuth: number;
}

/** Where a surface on a rotated axis looks. Marion and Dobos 2013, NREL/TP-6A20-58891. */
export const calcSurfaceOrientation = vectorisedParts<SurfaceOrientationInput, SurfaceOrientation>(
  { trackerTheta: NaN, axisTilt: 0, axisAzimuth: 0 },
  { surfaceTilt: NaN, surfaceAzimuth: NaN },
  ({ trackerTheta, axisTilt, axisAzimuth }, surface) => {
    const along = sinDeg(axisTilt) * cosDeg(trackerTheta);
    const across = sinDeg(trackerTheta);
    const east = cosDeg(axisAzimuth) * across + sinDeg(axisAzimuth) * along;
    const north = cosDeg(axisAzimuth) * along - sinDeg(axisAzimuth) * across;
    surface.surfaceTilt = Math.acos(cosDeg(trackerTheta) * cosDeg(axisTilt)) / RADIANS;
    surface.surfaceAzimuth = wrap360(
      surface.surfaceTilt === 0 ? axisAzimuth - 90 : Math.atan2(east, north) / RADIANS,
    );
  },
);
