import { cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { aoiProjection, type AoiInput } from './aoi.ts';
import { skyShare } from './isotropic.ts';

export interface HaydaviesInput extends AoiInput {
  /** W/m2. */
  dhi: number;
  /** W/m2. */
  dni: number;
  /** W/m2 on a plane that faces the Sun. */
  dniExtra: number;
}

/** cos 89 degrees: keeps the ratio of beam on plane to beam on the horizontal finite. */
const LOWEST_COSINE = 0.01745;

/** Beam on the plane against beam on the horizontal, never below 0 and finite at the horizon. */
export function beamRatio(row: AoiInput): number {
  return Math.max(0, aoiProjection.kernel(row)) / Math.max(LOWEST_COSINE, cosDeg(row.solarZenith));
}

/** Light of the sky on a plane, W/m2: an even sky and a bright surround of the Sun. Hay and Davies 1980. */
export const haydavies = vectorised<HaydaviesInput>(
  {
    surfaceTilt: NaN,
    surfaceAzimuth: NaN,
    dhi: NaN,
    dni: NaN,
    dniExtra: NaN,
    solarZenith: NaN,
    solarAzimuth: NaN,
  },
  (row) => {
    const anisotropy = row.dni / row.dniExtra;
    const even = Math.max(0, row.dhi * (1 - anisotropy) * skyShare(row.surfaceTilt));
    return even + Math.max(0, row.dhi * anisotropy * beamRatio(row));
  },
);

export interface ReindlInput extends HaydaviesInput {
  /** W/m2. */
  ghi: number;
}

/** The same with a brighter horizon. Reindl, Beckmann and Duffie 1990, Solar Energy 45, 9-17. */
export const reindl = vectorised<ReindlInput>(
  {
    surfaceTilt: NaN,
    surfaceAzimuth: NaN,
    dhi: NaN,
    dni: NaN,
    ghi: NaN,
    dniExtra: NaN,
    solarZenith: NaN,
    solarAzimuth: NaN,
  },
  (row) => {
    const anisotropy = row.dni / row.dniExtra;
    const beam = Math.max(0, row.dni * cosDeg(row.solarZenith));
    const beamShare = row.ghi === 0 ? 0 : beam / row.ghi;
    const horizon = Math.sqrt(beamShare) * sinDeg(row.surfaceTilt / 2) ** 3;
    const even = (1 - anisotropy) * skyShare(row.surfaceTilt);
    return row.dhi * (even * (1 + horizon) + anisotropy * beamRatio(row));
  },
);
