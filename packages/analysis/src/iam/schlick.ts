import { cosDeg, RADIANS, sinDeg } from '../sun/angles.ts';
import { vectorised, vectorisedParts } from '../vector/vectorised.ts';

/** Schlick's approximation of Fresnel's reflection, 1 - (1 - cos aoi)^5; 0 from 90 degrees on. `aoi` in degrees. Schlick 1994. */
export const schlick = vectorised<{ aoi: number }>({ aoi: NaN }, ({ aoi }) =>
  Math.abs(aoi) >= 90 ? 0 : 1 - (1 - cosDeg(aoi)) ** 5,
);

/** Factors for light of the sky and of the ground. */
export interface DiffuseIam {
  iamSky: number;
  iamGround: number;
}

/**
 * The same over the whole sky and the whole ground that a plane sees. `surfaceTilt` in degrees from 0 to 180. Xie et
 * al. 2022, Renewable and Sustainable Energy Reviews 161, 112362, equations 4 and 6.
 */
export const schlickDiffuse = vectorisedParts<{ surfaceTilt: number }, DiffuseIam>(
  { surfaceTilt: NaN },
  { iamSky: NaN, iamGround: NaN },
  ({ surfaceTilt }, parts) => {
    const cosine = cosDeg(surfaceTilt);
    const sine = sinDeg(surfaceTilt);
    const powers = (20 / 7) * sine ** 2 + (16 / 105) * sine ** 4;
    const whole =
      (30 / 7 - cosine * (10 / 3 + (5 / 3) * sine ** 2 + (5 / 16) * sine ** 4)) * Math.PI +
      (160 / 21) * (cosine * sine - surfaceTilt * RADIANS) +
      cosine * sine * powers;
    parts.iamSky = (2 * whole) / (Math.PI * (1 + cosine));
    parts.iamGround =
      surfaceTilt < 1e-6 ? 0 : 40 / (21 * (1 - cosine)) - ((1 + cosine) / (1 - cosine)) * parts.iamSky;
  },
);
