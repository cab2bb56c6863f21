import { cosDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface PhysicalInput {
  /** Angle of incidence, degrees. */
  aoi: number;
  /** Index of refraction of the cover; 1.526 (glass) unless told. */
  n?: number;
  /** Extinction of the cover, 1/m; 4 unless told. */
  K?: number;
  /** Thickness of the cover, m; 0.002 unless told. */
  L?: number;
  /** Index of refraction of a coating against reflection; 1 (none) unless told. */
  nAr?: number;
}

const square = (value: number) => value * value;

/** Shares of light that the boundary of two media reflects, for one polarisation. */
const reflected = (one: number, other: number) => square((one - other) / (one + other));

/** What passes two boundaries, without what the first sends back to the second again and again. */
const passBoth = (first: number, second: number) => ((1 - first) * (1 - second)) / (1 - first * second);

/**
 * Share of beam light that a module lets in, against vertical incidence: reflection of Fresnel and absorption in the
 * cover, with a coating if told. 0 from 90 degrees on. De Soto et al. 2006, Solar Energy 80, 78-88; Duffie and
 * Beckman, Solar Engineering of Thermal Processes, 5.1 to 5.3.
 */
export const physical = vectorised<PhysicalInput>(
  { aoi: NaN, n: 1.526, K: 4, L: 0.002, nAr: 1 },
  ({ aoi, n, K, L, nAr }) => {
    const cosAir = Math.max(0, cosDeg(aoi));
    const sinAir = Math.sqrt(1 - cosAir * cosAir);
    const outer = nAr === 1 ? n : nAr;
    const cosOuter = Math.sqrt(1 - square(sinAir / outer));
    const cosCover = Math.sqrt(1 - square(sinAir / n));
    const across = passBoth(reflected(cosAir, outer * cosOuter), reflected(outer * cosOuter, n * cosCover));
    const along = passBoth(reflected(cosOuter, outer * cosAir), reflected(outer * cosCover, n * cosOuter));
    const vertical = passBoth(reflected(1, outer), reflected(outer, n));
    if (cosAir === 0) return zeroOf(n + K + L + nAr);
    return (((across + along) / 2) * Math.exp((-K * L) / cosCover)) / (vertical * Math.exp(-K * L));
  },
);
