import { cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { projectedSolarZenithAngle } from './projected-solar-zenith-angle.ts';

export interface ShadedFraction1dInput {
  /** Apparent zenith, degrees. */
  solarZenith: number;
  solarAzimuth: number;
  axisAzimuth: number;
  /** Rotation of the row in the shade, degrees, right-handed about the axis. */
  shadedRowRotation: number;
  /** Slant length of a row; in the unit of `pitch`. */
  collectorWidth: number;
  /** Distance of the axes. */
  pitch: number;
  /** 0 unless told. */
  axisTilt?: number;
  /** From the axis to the surface of the row, in the unit of `pitch`; 0 unless told. */
  surfaceToAxisOffset?: number;
  /** Of the ground across the axes, degrees; 0 unless told. */
  crossAxisSlope?: number;
  /** Rotation of the row that casts the shade; that of the one in the shade unless told. */
  shadingRowRotation?: number | null;
}

/** Share of the slant of a row that the next row shades, 0 to 1. Anderson and Jensen 2024, J. Renewable and Sustainable Energy 16, 023504. */
export const shadedFraction1d = vectorised<ShadedFraction1dInput>(
  {
    solarZenith: NaN,
    solarAzimuth: NaN,
    axisAzimuth: NaN,
    shadedRowRotation: NaN,
    collectorWidth: NaN,
    pitch: NaN,
    axisTilt: 0,
    surfaceToAxisOffset: 0,
    crossAxisSlope: 0,
    shadingRowRotation: null,
  },
  (row) => {
    const { collectorWidth: width, crossAxisSlope: slope } = row;
    const sun = projectedSolarZenithAngle.kernel(row);
    const shading = (row.shadingRowRotation ?? row.shadedRowRotation) - sun;
    const shaded = row.shadedRowRotation - sun;
    const facing = Math.abs(cosDeg(shaded));
    const offset =
      ((Math.sign(sun) * row.surfaceToAxisOffset) / width / facing) * (sinDeg(shaded) - sinDeg(shading));
    const gap = ((row.pitch / width) * cosDeg(sun - slope)) / facing / cosDeg(slope);
    const share = 0.5 + Math.abs(cosDeg(shading)) / facing / 2 + offset - gap;
    return Math.max(0, Math.min(1, share));
  },
);
