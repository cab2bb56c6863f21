import { aoi } from '../irradiance/aoi.ts';
import { projectedSolarZenithAngle } from '../shading/projected-solar-zenith-angle.ts';
import { RADIANS, cosDeg } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import { calcSurfaceOrientation, type SurfaceOrientation } from './surface-orientation.ts';

export interface SingleAxisInput {
  /** Degrees. */
  apparentZenith: number;
  solarAzimuth: number;
  /** Of the axis against the horizontal, degrees; 0 unless told. */
  axisTilt?: number;
  /** Where the axis looks down to, degrees; 0 unless told. */
  axisAzimuth?: number;
  /** Largest rotation, degrees; 90 unless told. */
  maxAngle?: number;
  /** Smallest rotation, degrees; less `maxAngle` unless told. */
  minAngle?: number | null;
  /** Whether rows turn back from the Sun before they shade each other; true unless told. */
  backtrack?: boolean;
  /** Slant length of a row by the distance of rows; 2/7 unless told. */
  gcr?: number;
  /** Of the ground across the axes, degrees, positive where the row to the right is lower; 0 unless told. */
  crossAxisTilt?: number;
}

export interface SingleAxis extends SurfaceOrientation {
  /** Degrees, right-handed about the axis; 0 is upright. */
  trackerTheta: number;
  /** Degrees. */
  aoi: number;
}

type Row = Required<SingleAxisInput>;

/** How far rows turn back so that none shades the next, degrees. */
function turnedBack(ideal: number, { gcr, crossAxisTilt }: Row): number {
  const gap = Math.abs(cosDeg(ideal - crossAxisTilt) / (gcr * cosDeg(crossAxisTilt)));
  return gap < 1 ? -Math.sign(ideal) * (Math.acos(gap) / RADIANS) : 0;
}

/**
 * Rotation of a tracker with one axis, and where its surface looks; NaN with the Sun below the horizon. Rows know the slope of their ground
 * when they turn back. Lorenzo, Narvarte and Munoz 2011, Progress in Photovoltaics 19, 747-753; Anderson and Mikofski 2020, NREL/TP-5K00-76626.
 */
export const singleAxis = vectorisedParts<SingleAxisInput, SingleAxis>(
  {
    apparentZenith: NaN,
    solarAzimuth: NaN,
    axisTilt: 0,
    axisAzimuth: 0,
    maxAngle: 90,
    minAngle: null,
    backtrack: true,
    gcr: 2 / 7,
    crossAxisTilt: 0,
  },
  { trackerTheta: NaN, aoi: NaN, surfaceTilt: NaN, surfaceAzimuth: NaN },
  (row, tracker) => {
    const { apparentZenith, solarAzimuth, axisTilt, axisAzimuth, maxAngle } = row;
    const ideal = projectedSolarZenithAngle.kernel({
      solarZenith: apparentZenith > 90 ? NaN : apparentZenith,
      solarAzimuth,
      axisTilt,
      axisAzimuth,
    });
    const wanted = row.backtrack ? ideal + turnedBack(ideal, row) : ideal;
    const trackerTheta = Math.max(row.minAngle ?? -maxAngle, Math.min(maxAngle, wanted));
    calcSurfaceOrientation.kernel({ trackerTheta, axisTilt, axisAzimuth }, tracker);
    tracker.trackerTheta = trackerTheta;
    tracker.aoi = aoi.kernel({
      surfaceTilt: tracker.surfaceTilt,
      surfaceAzimuth: tracker.surfaceAzimuth,
      solarZenith: apparentZenith,
      solarAzimuth,
    });
  },
);
