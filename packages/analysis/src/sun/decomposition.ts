import { cosDeg } from './angles.ts';
import type { Irradiance } from './clear-sky.ts';

/** Lowest cosine of the zenith in the clearness index: keeps the ratio sane near the horizon. */
const LOWEST_COSINE = 0.065;
const HIGHEST_ZENITH = 87;

/** Share of diffuse in global light for a clearness index (Erbs, Klein and Duffie 1982). */
function diffuseFraction(clearness: number): number {
  if (clearness <= 0.22) return 1 - 0.09 * clearness;
  if (clearness > 0.8) return 0.165;
  return 0.9511 + clearness * (-0.1604 + clearness * (4.388 + clearness * (-16.638 + clearness * 12.336)));
}

/**
 * Splits measured GHI (W/m2) into direct and diffuse by the clearness index (Erbs, Klein and Duffie 1982).
 * `zenith` in degrees, `extraterrestrial` in W/m2 on the plane facing the Sun. Beyond 87 degrees all is
 * diffuse.
 */
export function decomposeErbs(ghi: number, zenith: number, extraterrestrial: number): Irradiance {
  const cosZenith = cosDeg(zenith);
  const clearness = ghi / (extraterrestrial * Math.max(cosZenith, LOWEST_COSINE));
  const dhi = ghi * diffuseFraction(Math.max(0, Math.min(1, clearness)));
  const dni = (ghi - dhi) / cosZenith;
  if (Number.isNaN(dni)) return { ghi, dni, dhi: NaN };
  if (zenith > HIGHEST_ZENITH || ghi < 0 || !(dni >= 0)) return { ghi, dni: 0, dhi: ghi };
  return { ghi, dni, dhi };
}
