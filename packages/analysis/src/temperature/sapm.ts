import { vectorised } from '../vector/vectorised.ts';
import { UNKNOWN_WEATHER, type ModuleWeather } from './weather.ts';

export interface SapmModuleInput extends ModuleWeather {
  /** m/s, at 10 m. */
  windSpeed: number;
  /** Coefficients of the mounting, see `TEMPERATURE_MODEL_PARAMETERS`. */
  a: number;
  /** s/m. */
  b: number;
}

export interface SapmCellFromModuleInput {
  /** Back of the module, degC. */
  moduleTemperature: number;
  /** W/m2. */
  poaGlobal: number;
  /** By how much the cell is warmer than the back at the reference irradiance, K. */
  deltaT: number;
  /** W/m2; 1000 unless told. */
  irradRef?: number;
}

export type SapmCellInput = SapmModuleInput & Pick<SapmCellFromModuleInput, 'deltaT' | 'irradRef'>;

/** Back of the module, degC: E exp(a + b W) + Ta. King et al. 2004, SAND2004-3535, equation 11. */
export const sapmModule = vectorised<SapmModuleInput>(
  { ...UNKNOWN_WEATHER, windSpeed: NaN, a: NaN, b: NaN },
  ({ poaGlobal, tempAir, windSpeed, a, b }) => poaGlobal * Math.exp(a + b * windSpeed) + tempAir,
);

/** Cell, degC, from the back of the module: Tm + E / E0 deltaT. King et al. 2004, SAND2004-3535, equation 12. */
export const sapmCellFromModule = vectorised<SapmCellFromModuleInput>(
  { moduleTemperature: NaN, poaGlobal: NaN, deltaT: NaN, irradRef: 1000 },
  ({ moduleTemperature, poaGlobal, deltaT, irradRef }) => moduleTemperature + (poaGlobal / irradRef) * deltaT,
);

/** Cell, degC: both of the above. */
export const sapmCell = vectorised<SapmCellInput>(
  { ...UNKNOWN_WEATHER, windSpeed: NaN, a: NaN, b: NaN, deltaT: NaN, irradRef: 1000 },
  ({ poaGlobal, tempAir, windSpeed, a, b, deltaT, irradRef }) =>
    poaGlobal * Math.exp(a + b * windSpeed) + tempAir + (poaGlobal / irradRef) * deltaT,
);
