import { vectorised } from '../vector/vectorised.ts';
import { UNKNOWN_WEATHER, type ModuleWeather } from './weather.ts';

export interface PvsystCellInput extends ModuleWeather {
  /** m/s, at the module; 1 unless told. */
  windSpeed?: number;
  /** Heat loss without wind, W/(m2 K); 29 unless told. */
  uC?: number;
  /** Heat loss by wind, W s/(m3 K); 0 unless told. */
  uV?: number;
  /** Of the module, as a share; 0.1 unless told. */
  moduleEfficiency?: number;
  /** 0.9 unless told. */
  alphaAbsorption?: number;
}

/** Cell, degC: Ta + E alpha (1 - eta) / (uC + uV W). PVsyst's user's manual, "Array thermal losses"; after Faiman 2008. */
export const pvsystCell = vectorised<PvsystCellInput>(
  { ...UNKNOWN_WEATHER, windSpeed: 1, uC: 29, uV: 0, moduleEfficiency: 0.1, alphaAbsorption: 0.9 },
  ({ poaGlobal, tempAir, windSpeed, uC, uV, moduleEfficiency, alphaAbsorption }) =>
    tempAir + (poaGlobal * alphaAbsorption * (1 - moduleEfficiency)) / (uC + uV * windSpeed),
);
