import { cosDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';

/** Reflectance of grounds, 0 to 1, as PVsyst and Payne 1972 (sea) tell it. */
export const SURFACE_ALBEDOS = {
  urban: 0.18,
  grass: 0.2,
  'fresh grass': 0.26,
  soil: 0.17,
  sand: 0.4,
  snow: 0.65,
  'fresh snow': 0.75,
  asphalt: 0.12,
  concrete: 0.3,
  aluminum: 0.85,
  copper: 0.74,
  'fresh steel': 0.35,
  'dirty steel': 0.08,
  sea: 0.06,
} as const;

export type SurfaceType = keyof typeof SURFACE_ALBEDOS;

export interface GroundDiffuseInput {
  /** Degrees. */
  surfaceTilt: number;
  /** W/m2. */
  ghi: number;
  /** Reflectance of the ground, 0 to 1; 0.25 unless told. */
  albedo?: number;
  /** Goes before `albedo` where it is told. */
  surfaceType?: SurfaceType | '';
}

/** Light of the ground on a plane, W/m2: ghi x albedo x (1 - cos tilt) / 2. Loutzenhiser et al. 2007, Solar Energy 81, 254-267. */
export const getGroundDiffuse = vectorised<GroundDiffuseInput>(
  { surfaceTilt: NaN, ghi: NaN, albedo: 0.25, surfaceType: '' },
  ({ surfaceTilt, ghi, albedo, surfaceType }) => {
    const reflectance = surfaceType === '' ? albedo : SURFACE_ALBEDOS[surfaceType];
    return (ghi * reflectance * (1 - cosDeg(surfaceTilt))) / 2;
  },
);
