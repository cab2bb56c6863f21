import { STEFAN_BOLTZMANN, ZERO_CELSIUS } from '../pv/constants.ts';
import { vectorised } from '../vector/vectorised.ts';
import { UNKNOWN_WEATHER, type ModuleWeather } from './weather.ts';

export interface FaimanInput extends ModuleWeather {
  /** m/s, at the module; 1 unless told. */
  windSpeed?: number;
  /** Heat loss without wind, W/(m2 K); 25 unless told. */
  u0?: number;
  /** Heat loss by wind, W s/(m3 K); 6.84 unless told. */
  u1?: number;
}

export interface FaimanRadInput extends FaimanInput {
  /** Long-wave radiation of the sky on the horizontal, W/m2; without it nothing is lost to the sky. */
  irDown?: number;
  /** Share of the sky that the module sees; 1 unless told. */
  skyView?: number;
  /** Of the glass; 0.88 unless told. */
  emissivity?: number;
}

const BLANK = { ...UNKNOWN_WEATHER, windSpeed: 1, u0: 25, u1: 6.84 };
const NOT_TOLD = Infinity;

/** Module, degC: Ta + E / (u0 + u1 W). Faiman 2008, Progress in Photovoltaics 16, 307-315; IEC 61853-2. */
export const faiman = vectorised<FaimanInput>(
  BLANK,
  ({ poaGlobal, tempAir, windSpeed, u0, u1 }) => tempAir + poaGlobal / (u0 + u1 * windSpeed),
);

/** The same less what the module radiates to a sky colder than the air. Driesse, Stein and Theristis 2022, SAND2022-11604. */
export const faimanRad = vectorised<FaimanRadInput>(
  { ...BLANK, irDown: NOT_TOLD, skyView: 1, emissivity: 0.88 },
  ({ poaGlobal, tempAir, windSpeed, u0, u1, irDown, skyView, emissivity }) => {
    const up = STEFAN_BOLTZMANN * (tempAir + ZERO_CELSIUS) ** 4;
    const lost = irDown === NOT_TOLD ? 0 : emissivity * skyView * (up - irDown);
    return tempAir + (poaGlobal - lost) / (u0 + u1 * windSpeed);
  },
);
