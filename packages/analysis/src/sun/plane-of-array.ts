import { RADIANS, cosDeg, sinDeg } from './angles.ts';
import type { Irradiance } from './clear-sky.ts';

/**
 * Orientation of a plane in degrees: tilt from the horizontal, azimuth from north over east (180 faces
 * south).
 */
export interface Plane {
  tilt: number;
  azimuth: number;
}

export interface SunDirection {
  zenith: number;
  azimuth: number;
}

/** Irradiance on a plane, W/m2, by where it comes from; `global` is the sum. */
export interface PlaneIrradiance {
  global: number;
  beam: number;
  sky: number;
  ground: number;
}

/** Cosine of the angle between the Sun and the plane's normal; below 0 with the Sun behind. */
export function incidenceCosine(sun: SunDirection, plane: Plane): number {
  const cosine =
    cosDeg(sun.zenith) * cosDeg(plane.tilt) +
    sinDeg(sun.zenith) * sinDeg(plane.tilt) * cosDeg(sun.azimuth - plane.azimuth);
  return Math.max(-1, Math.min(1, cosine));
}

/** Angle between the Sun and the plane's normal, degrees. */
export function angleOfIncidence(sun: SunDirection, plane: Plane): number {
  return Math.acos(incidenceCosine(sun, plane)) / RADIANS;
}

export interface TransposeInput extends Irradiance {
  sun: SunDirection;
  plane: Plane;
  /** Reflectance of the ground; 0.2 unless told. */
  albedo?: number;
}

function fromGround({ ghi, plane, albedo = 0.2 }: TransposeInput): number {
  return (ghi * albedo * (1 - cosDeg(plane.tilt))) / 2;
}

const total = (parts: Omit<PlaneIrradiance, 'global'>): PlaneIrradiance => ({
  global: parts.beam + parts.sky + parts.ground,
  ...parts,
});

/** cos 89 degrees: keeps the ratio of beam on plane to beam on the horizontal finite. */
const LOWEST_COSINE = 0.01745;

/**
 * Sum on a plane with an isotropic sky plus a bright Sun's surround (Hay and Davies 1980).
 * `extraterrestrial` in W/m2 on the plane facing the Sun.
 */
export function poaHayDavies(input: TransposeInput & { extraterrestrial: number }): PlaneIrradiance {
  const { dni, dhi, sun, plane, extraterrestrial } = input;
  const incidence = Math.max(0, incidenceCosine(sun, plane));
  const ratio = incidence / Math.max(LOWEST_COSINE, cosDeg(sun.zenith));
  const anisotropy = dni / extraterrestrial;
  const isotropic = Math.max(0, (dhi * (1 - anisotropy) * (1 + cosDeg(plane.tilt))) / 2);
  const surround = Math.max(0, dhi * anisotropy * ratio);
  return total({ beam: dni * incidence, sky: isotropic + surround, ground: fromGround(input) });
}
