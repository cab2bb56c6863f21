import { vectorised } from '../vector/vectorised.ts';
import { UNKNOWN_WEATHER, type ModuleWeather } from './weather.ts';

export interface GenericLinearInput extends ModuleWeather {
  /** m/s. */
  windSpeed: number;
  /** Heat loss without wind, W/(m2 K). */
  uConst: number;
  /** Heat loss by wind, W s/(m3 K). */
  duWind: number;
  /** Of the module, as a share. */
  moduleEfficiency: number;
  /** Share of the light that the module takes up. */
  absorptance: number;
}

/**
 * Module, degC: Ta + E (absorptance - efficiency) / (uConst + duWind W), the form that Faiman's, PVsyst's, SAM's and
 * Sandia's models are special cases of. Driesse et al. 2022, IEEE PVSC.
 */
export const genericLinear = vectorised<GenericLinearInput>(
  { ...UNKNOWN_WEATHER, windSpeed: NaN, uConst: NaN, duWind: NaN, moduleEfficiency: NaN, absorptance: NaN },
  ({ poaGlobal, tempAir, windSpeed, uConst, duWind, moduleEfficiency, absorptance }) =>
    tempAir + (poaGlobal * (absorptance - moduleEfficiency)) / (uConst + duWind * windSpeed),
);
