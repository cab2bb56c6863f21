import { RADIANS } from './angles.ts';

/**
 * Share of beam light that a module lets in, against vertical incidence (ASHRAE 1977). `aoi` in degrees; b
 * usually 0.05. NaN for an unknown angle.
 */
export function iamAshrae(aoi: number, b = 0.05): number {
  if (Math.abs(aoi) >= 90) return 0;
  return Math.max(0, 1 - b * (1 / Math.cos(aoi * RADIANS) - 1));
}

/** Glass cover: index of refraction, extinction in 1/m, thickness in m. */
export interface Glazing {
  index: number;
  extinction: number;
  thickness: number;
}

const GLASS: Glazing = { index: 1.526, extinction: 4, thickness: 0.002 };

/** The same by Fresnel reflection and absorption in the cover (De Soto et al. 2006). `aoi` in degrees. */
export function iamPhysical(aoi: number, glazing: Glazing = GLASS): number {
  if (Math.abs(aoi) >= 90) return 0;
  const { index, extinction, thickness } = glazing;
  const cosIn = Math.cos(aoi * RADIANS);
  const cosGlass = Math.sqrt(1 - (Math.sin(aoi * RADIANS) / index) ** 2);
  const across = ((cosIn - index * cosGlass) / (cosIn + index * cosGlass)) ** 2;
  const along = ((index * cosIn - cosGlass) / (index * cosIn + cosGlass)) ** 2;
  const through = (1 - (across + along) / 2) * Math.exp((-extinction * thickness) / cosGlass);
  const vertical = (1 - ((index - 1) / (index + 1)) ** 2) * Math.exp(-extinction * thickness);
  return through / vertical;
}
