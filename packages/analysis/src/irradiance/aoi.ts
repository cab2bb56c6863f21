import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

/** A plane and the Sun. Degrees; tilt 0 looks up, azimuth 0 is north and 90 east. */
export interface AoiInput {
  surfaceTilt: number;
  surfaceAzimuth: number;
  solarZenith: number;
  solarAzimuth: number;
}

const BLANK: AoiInput = { surfaceTilt: NaN, surfaceAzimuth: NaN, solarZenith: NaN, solarAzimuth: NaN };

/** Cosine of the angle between the Sun and the plane's normal; below 0 with the Sun behind. */
export const aoiProjection = vectorised<AoiInput>(BLANK, (row) => {
  const cosine =
    cosDeg(row.surfaceTilt) * cosDeg(row.solarZenith) +
    sinDeg(row.surfaceTilt) * sinDeg(row.solarZenith) * cosDeg(row.solarAzimuth - row.surfaceAzimuth);
  return Math.max(-1, Math.min(1, cosine));
});

/** Angle between the Sun and the plane's normal, degrees. */
export const aoi = vectorised<AoiInput>(BLANK, (row) => Math.acos(aoiProjection.kernel(row)) / RADIANS);

/** Beam on the plane against beam on the horizontal; below 0 with the Sun behind the plane, without limit near the horizon. */
export const poaHorizontalRatio = vectorised<AoiInput>(
  BLANK,
  (row) => aoiProjection.kernel(row) / cosDeg(row.solarZenith),
);

export interface BeamComponentInput extends AoiInput {
  /** W/m2. */
  dni: number;
}

/** Beam on the plane, W/m2; 0 with the Sun behind it. */
export const beamComponent = vectorised<BeamComponentInput>({ ...BLANK, dni: NaN }, (row) =>
  Math.max(0, row.dni * aoiProjection.kernel(row)),
);
