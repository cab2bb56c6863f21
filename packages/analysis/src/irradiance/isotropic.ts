import { cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { aoiProjection, type AoiInput } from './aoi.ts';

export interface IsotropicInput {
  /** Degrees. */
  surfaceTilt: number;
  /** W/m2. */
  dhi: number;
}

/** Share of a whole sky that a plane sees. */
export const skyShare = (surfaceTilt: number): number => (1 + cosDeg(surfaceTilt)) / 2;

/** Light of the sky on a plane, W/m2, from a sky that is equally bright. Hottel and Woertz 1942; Loutzenhiser et al. 2007. */
export const isotropic = vectorised<IsotropicInput>(
  { surfaceTilt: NaN, dhi: NaN },
  ({ surfaceTilt, dhi }) => dhi * skyShare(surfaceTilt),
);

export interface KlucherInput extends AoiInput {
  /** W/m2. */
  dhi: number;
  /** W/m2. */
  ghi: number;
}

/** The same with a brighter horizon and surround of the Sun when the sky is clear. Klucher 1979, Solar Energy 23, 111-114. */
export const klucher = vectorised<KlucherInput>(
  { surfaceTilt: NaN, surfaceAzimuth: NaN, dhi: NaN, ghi: NaN, solarZenith: NaN, solarAzimuth: NaN },
  (row) => {
    const { surfaceTilt, dhi, ghi } = row;
    const incidence = Math.max(0, aoiProjection.kernel(row));
    // Without any light there is none of a clear sky.
    const clear = dhi === 0 && ghi === 0 ? 0 : 1 - (dhi / ghi) ** 2;
    const horizon = 1 + clear * sinDeg(surfaceTilt / 2) ** 3;
    const surround = 1 + clear * incidence ** 2 * sinDeg(row.solarZenith) ** 3;
    return dhi * skyShare(surfaceTilt) * horizon * surround;
  },
);

export interface KingInput extends IsotropicInput {
  /** W/m2. */
  ghi: number;
  /** Apparent zenith, degrees. */
  solarZenith: number;
}

/** The same by the unpublished model of King (Sandia); not below 0. pvlib gives it up with 0.17. */
export const king = vectorised<KingInput>(
  { surfaceTilt: NaN, dhi: NaN, ghi: NaN, solarZenith: NaN },
  ({ surfaceTilt, dhi, ghi, solarZenith }) => {
    const lower = (ghi * (0.012 * solarZenith - 0.04) * (1 - cosDeg(surfaceTilt))) / 2;
    return Math.max(0, dhi * skyShare(surfaceTilt) + lower);
  },
);
