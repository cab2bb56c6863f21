import { getRelativeAirmass } from '../atmosphere/airmass.ts';
import { RADIANS } from '../sun/angles.ts';
import { vectorised } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';
import type { HaydaviesInput } from './haydavies.ts';
import { perezSky } from './perez.ts';

export interface PerezDriesseInput extends HaydaviesInput {
  /** Relative air mass; of Kasten and Young at `solarZenith` unless told. It does not count at night. */
  airmass?: number | null;
}

/** Knots of quadratic splines over the clearness from 0 to 1. */
const KNOTS = [0, 0, 0, 0.061, 0.187, 0.333, 0.487, 0.643, 0.778, 0.839, 1, 1, 1];
/** Their coefficients: two brightenings, each with its constant and its factors of brightness and zenith. */
const SPLINES: readonly (readonly number[])[] = [
  [-0.053, -0.008, 0.131, 0.328, 0.557, 0.861, 1.212, 1.099, 0.544, 0.544],
  [0.529, 0.588, 0.77, 0.471, 0.241, -0.323, -1.239, -1.847, 0.157, 0.157],
  [-0.028, -0.062, -0.167, -0.216, -0.3, -0.355, -0.444, -0.365, -0.213, -0.213],
  [-0.071, -0.06, -0.026, 0.069, 0.086, 0.24, 0.305, 0.275, 0.118, 0.118],
  [0.061, 0.072, 0.106, -0.105, -0.085, -0.467, -0.797, -1.132, -1.455, -1.455],
  [-0.019, -0.022, -0.032, -0.028, -0.012, -0.008, 0.047, 0.124, 0.292, 0.292],
];
const KAPPA = 1.041;

/** The spline of these coefficients at `x`, whose knots begin at `knot` (de Boor). */
function splineAt(coefficients: readonly number[], x: number, knot: number): number {
  const a = coefficients[knot - 2]!;
  const b = coefficients[knot - 1]!;
  const c = coefficients[knot]!;
  const between = (from: number, to: number) => (x - KNOTS[from]!) / (KNOTS[to]! - KNOTS[from]!);
  const low = a + between(knot - 1, knot + 1) * (b - a);
  const high = b + between(knot, knot + 2) * (c - b);
  return low + between(knot, knot + 1) * (high - low);
}

/** Air mass at the horizon. */
const HIGHEST_AIRMASS = getRelativeAirmass({ zenith: 90 });

/** How clear the sky is, from 0 (all diffuse) to 1. */
function clearnessOf({ dhi, dni, solarZenith }: HaydaviesInput): number {
  if (dhi === 0) return zeroOf(dni);
  const beam = dni / (dhi + dni);
  return beam / (1 - KAPPA * (solarZenith * RADIANS) ** 3 * (beam - 1));
}

/**
 * The model of Perez of 1990 without its steps: splines take the place of classes. W/m2. Driesse, Jensen and Perez 2024, Solar
 * Energy 267, 112093.
 */
export const perezDriesse = vectorised<PerezDriesseInput>(
  {
    surfaceTilt: NaN,
    surfaceAzimuth: NaN,
    dhi: NaN,
    dni: NaN,
    dniExtra: NaN,
    solarZenith: NaN,
    solarAzimuth: NaN,
    airmass: null,
  },
  (row) => {
    const { solarZenith } = row;
    const airmass =
      row.airmass ?? getRelativeAirmass.kernel({ zenith: solarZenith, model: 'kastenyoung1989' });
    const brightness = (row.dhi * (solarZenith >= 90 ? HIGHEST_AIRMASS : airmass)) / row.dniExtra;
    const clearness = clearnessOf(row);
    let knot = 2;
    while (knot < 9 && clearness >= KNOTS[knot + 1]!) knot += 1;
    const zenith = solarZenith * RADIANS;
    const spline = (index: number) => splineAt(SPLINES[index]!, clearness, knot);
    const around = spline(0) + spline(1) * brightness + spline(2) * zenith;
    const horizon = spline(3) + spline(4) * brightness + spline(5) * zenith;
    return perezSky(row, Math.max(0, Math.min(0.9, around)), horizon);
  },
);
