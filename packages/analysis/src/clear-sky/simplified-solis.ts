import { sinDeg } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import type { Irradiance } from './ineichen.ts';

export interface SimplifiedSolisInput {
  /** Degrees. */
  apparentElevation: number;
  /** Optical depth of aerosols at 700 nm, 0 to 0.45; 0.1 unless told. */
  aod700?: number;
  /** cm, 0.2 at least; 1 unless told. */
  precipitableWater?: number;
  /** Pa; 101325 unless told. */
  pressure?: number;
  /** W/m2; 1364 unless told. */
  dniExtra?: number;
}

/** The optical depth of diffuse light: its terms change their form at 0.05. */
function diffuseDepth(aod: number, water: number, pressure: number): number {
  if (aod < 0.05)
    return (
      0.0042 * water +
      3.12 +
      aod *
        (0.092 * water -
          8.86 +
          aod * (-0.23 * water + 74.8 + aod * (-3.11 * water + 79.4 + aod * (86 * water - 13800)))) -
      0.83 * (1 + aod) ** -17.2 * pressure
    );
  return (
    0.0057 * water +
    2.94 +
    aod *
      (0.0554 * water -
        5.71 +
        aod * (-0.134 * water + 15.5 + aod * (0.27 * water - 20.7 + aod * (-0.21 * water + 11.6)))) -
    0.71 * (1 + aod) ** -15 * pressure
  );
}

/**
 * Light of a clear sky from aerosols and water, 0 with the Sun below the horizon. Fits the Solis model. Ineichen 2008,
 * Solar Energy 82, 758-762; 2016, 132, 332-344.
 */
export const simplifiedSolis = vectorisedParts<SimplifiedSolisInput, Irradiance>(
  { apparentElevation: NaN, aod700: 0.1, precipitableWater: 1, pressure: 101_325, dniExtra: 1364 },
  { ghi: NaN, dni: NaN, dhi: NaN },
  (row, sky) => {
    const aod = row.aod700;
    const water = Math.max(0.2, row.precipitableWater);
    const logWater = Math.log(water);
    const pressure = Math.log(row.pressure / 101_325);
    const enhanced =
      row.dniExtra *
      (0.12 * water ** 0.56 * aod ** 2 +
        0.97 * water ** 0.032 * aod +
        1.08 * water ** 0.0051 +
        0.071 * pressure);
    const beamDepth =
      aod * (1.82 + logWater * (0.056 + 0.0071 * logWater)) +
      0.33 +
      logWater * (0.045 + 0.0096 * logWater) +
      (0.0089 * water + 0.13) * pressure;
    const beamPower =
      (0.00925 * aod ** 2 + 0.0148 * aod - 0.0172) * logWater - 0.7565 * aod ** 2 + 0.5057 * aod + 0.4557;
    const globalDepth =
      aod * (1.24 + logWater * (0.047 + 0.0061 * logWater)) +
      0.27 +
      logWater * (0.043 + 0.009 * logWater) +
      (0.0079 * water + 0.1) * pressure;
    const globalPower = -0.0147 * logWater - 0.3079 * aod ** 2 + 0.2846 * aod + 0.3798;
    const diffusePower = -0.337 * aod ** 2 + 0.63 * aod + 0.116 + pressure / (18 + 152 * aod);
    const sine = Math.max(1e-30, sinDeg(row.apparentElevation));
    sky.dni = enhanced * Math.exp(-beamDepth / sine ** beamPower);
    sky.ghi = enhanced * Math.exp(-globalDepth / sine ** globalPower) * sine;
    sky.dhi = enhanced * Math.exp(-diffuseDepth(aod, water, pressure) / sine ** diffusePower);
  },
);
