import { RADIANS, cosDeg, sinDeg } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';
import type { HaydaviesInput } from './haydavies.ts';
import { aoiProjection } from './aoi.ts';
import { skyShare } from './isotropic.ts';
import { PEREZ_COEFFICIENTS, type PerezCoefficients } from './perez-coefficients.data.ts';

export interface PerezInput extends HaydaviesInput {
  /** Relative air mass; it does not count at night. */
  airmass: number;
  /** The set of coefficients: `allsitescomposite1990` unless told. */
  model?: PerezCoefficients;
}

/** Upper bounds of the clearness of all classes but the last. */
const CLASSES = [1.065, 1.23, 1.5, 1.95, 2.8, 4.5, 6.2];
const KAPPA = 1.041;
/** cos 85 degrees, the lowest in the ratio of the Sun's surround. */
const LOWEST_COSINE = cosDeg(85);

/** Light of the sky on a plane from the brightening around the Sun and at the horizon; not below 0. */
export function perezSky(row: HaydaviesInput, around: number, horizon: number): number {
  const ratio = Math.max(0, aoiProjection.kernel(row)) / Math.max(LOWEST_COSINE, cosDeg(row.solarZenith));
  const even = (1 - around) * skyShare(row.surfaceTilt);
  return Math.max(0, row.dhi * (even + around * ratio + horizon * sinDeg(row.surfaceTilt)));
}

/**
 * Light of the sky on a plane, W/m2: even, around the Sun and at the horizon, by classes of clearness. 0 at night and of a
 * sky without diffuse light, NaN of light below 0 that no sky has. Perez et al. 1990, Solar Energy 44, 271-289; the sets of 1988 are of SAND88-7030.
 */
export const perez = vectorised<PerezInput>(
  {
    surfaceTilt: NaN,
    surfaceAzimuth: NaN,
    dhi: NaN,
    dni: NaN,
    dniExtra: NaN,
    solarZenith: NaN,
    solarAzimuth: NaN,
    airmass: NaN,
    model: 'allsitescomposite1990',
  },
  (row) => {
    const { dhi, dni, dniExtra, solarZenith, airmass } = row;
    if (solarZenith > 90 || dhi === 0)
      return zeroOf(
        dhi + dni + dniExtra + solarZenith + row.solarAzimuth + row.surfaceTilt + row.surfaceAzimuth,
      );
    const zenith = solarZenith * RADIANS;
    const brightness = (dhi * airmass) / dniExtra;
    const cubed = KAPPA * zenith ** 3;
    const clearness = ((dhi + dni) / dhi + cubed) / (1 + cubed);
    // No class holds a sky whose diffuse light is below 0.
    if (clearness < 0) return NaN;
    let at = 0;
    while (at < CLASSES.length && clearness >= CLASSES[at]!) at += 1;
    const set = PEREZ_COEFFICIENTS[row.model];
    const [f11, f12, f13, f21, f22, f23] = set[at]!;
    const around = Math.max(0, f11 + f12 * brightness + f13 * zenith);
    return perezSky(row, around, f21 + f22 * brightness + f23 * zenith) + zeroOf(dni);
  },
);
