import { vectorised } from '../vector/vectorised.ts';
import { UNKNOWN_WEATHER, type ModuleWeather } from './weather.ts';

export interface NoctSamInput extends ModuleWeather {
  /** m/s, at 10 m. */
  windSpeed: number;
  /** Nominal operating cell temperature, degC. */
  noct: number;
  /** At reference conditions, as a share. */
  moduleEfficiency: number;
  /** What becomes power after reflection and spectrum, W/m2; that on the plane unless told. */
  effectiveIrradiance?: number;
  /** 0.9 unless told. */
  transmittanceAbsorptance?: number;
  /** Storeys above ground, 1 or 2; 1 unless told. */
  arrayHeight?: number;
  /** Between module and roof, inches (2.54 cm); 4 (open rack) unless told. */
  mountStandoff?: number;
}

const NOT_TOLD = Infinity;

/** By how much a module close to a roof is warmer, K, by the gap in inches. */
function warmerOnRoof(standoff: number): number {
  if (Number.isNaN(standoff)) return NaN;
  if (standoff <= 0 || standoff > 3.5) return 0;
  if (standoff < 0.5) return 18;
  if (standoff < 1.5) return 11;
  return standoff < 2.5 ? 6 : 2;
}

function windShare(arrayHeight: number): number {
  if (arrayHeight === 1) return 0.51;
  if (arrayHeight === 2) return 0.61;
  throw new RangeError(`arrayHeight: 1 or 2, not ${arrayHeight}`);
}

/**
 * Cell, degC: Ta + E / 800 (NOCT' - 20) (1 - eta / (tau alpha)) 9.5 / (5.7 + 3.8 W'), NOCT' by the gap to the roof and
 * W' the wind at the module. The air's without light. Throws for other heights. Gilman et al. 2018, SAM photovoltaic
 * model technical reference update, NREL/TP-6A20-67399.
 */
export const noctSam = vectorised<NoctSamInput>(
  {
    ...UNKNOWN_WEATHER,
    windSpeed: NaN,
    noct: NaN,
    moduleEfficiency: NaN,
    effectiveIrradiance: NOT_TOLD,
    transmittanceAbsorptance: 0.9,
    arrayHeight: 1,
    mountStandoff: 4,
  },
  (row) => {
    const { poaGlobal, tempAir } = row;
    const wind = row.windSpeed * windShare(row.arrayHeight);
    const warming = (poaGlobal / 800) * (row.noct + warmerOnRoof(row.mountStandoff) - 20);
    const isAll = row.effectiveIrradiance === NOT_TOLD || (poaGlobal === 0 && row.effectiveIrradiance === 0);
    const ratio = isAll ? 1 : row.effectiveIrradiance / poaGlobal;
    const kept = 1 - row.moduleEfficiency / (row.transmittanceAbsorptance * ratio);
    return tempAir + (warming * kept * 9.5) / (5.7 + 3.8 * wind);
  },
);
