import type { DiodeParams } from './single-diode.ts';

/** A module at reference conditions (1000 W/m2, 25 degC), with the temperature coefficient of Isc in A/K. */
export interface ModuleParams extends DiodeParams {
  alphaIsc: number;
  /** Band gap in eV at 25 degC; silicon's 1.121 unless told. */
  bandGap?: number;
  /** Relative change of the band gap, 1/K; -0.0002677 unless told. */
  bandGapSlope?: number;
}

const BOLTZMANN_EV = 8.617333262e-5;
const REFERENCE_K = 298.15;

/**
 * The five parameters at an effective irradiance (W/m2) and a cell temperature (degC), by De Soto, Klein
 * and Beckman 2006: IL and 1/Rsh follow light, IL the temperature by alpha, I0 the temperature by T^3 and
 * the band gap, a by T.
 */
export function translateDeSoto(
  module: ModuleParams,
  irradiance: number,
  cellTemperature: number,
): DiodeParams {
  const { bandGap = 1.121, bandGapSlope = -0.0002677 } = module;
  const kelvin = cellTemperature + 273.15;
  const warmer = kelvin - REFERENCE_K;
  const gap = bandGap * (1 + bandGapSlope * warmer);
  const exponent = bandGap / (BOLTZMANN_EV * REFERENCE_K) - gap / (BOLTZMANN_EV * kelvin);
  const light = irradiance / 1000;
  return {
    photocurrent: light * (module.photocurrent + module.alphaIsc * warmer),
    saturationCurrent: module.saturationCurrent * (kelvin / REFERENCE_K) ** 3 * Math.exp(exponent),
    seriesResistance: module.seriesResistance,
    shuntResistance: light > 0 ? module.shuntResistance / light : Infinity,
    thermalVoltage: (module.thermalVoltage * kelvin) / REFERENCE_K,
  };
}
