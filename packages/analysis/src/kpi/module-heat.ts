import type { PvStation } from '../pv/expected-power.ts';
import { TEMPERATURE_MODEL_PARAMETERS } from '../temperature/parameters.ts';
import { sapmCell } from '../temperature/sapm.ts';

/** How modules answer to warmth, mean by nameplate. */
export interface ModuleHeat {
  /** Of power, 1/K. */
  gamma: number;
  /** K above the air for each W/m² of light: the model of Sandia is a straight line in a light breeze. */
  rise: number;
}

const USUAL_GAMMA = -0.004;
/** m/s, where nobody measures the wind. */
const BREEZE = 1;

export function moduleHeat({ arrays }: Pick<PvStation, 'arrays'>): ModuleHeat {
  let [power, gamma, rise] = [0, 0, 0];
  for (const { dcPower, temperatureCoefficient = USUAL_GAMMA, mounting = 'openRackGlassPolymer' } of arrays) {
    const parameters = TEMPERATURE_MODEL_PARAMETERS.sapm[mounting];
    const warmest = sapmCell({ poaGlobal: 1000, tempAir: 0, windSpeed: BREEZE, ...parameters });
    power += dcPower;
    gamma += dcPower * temperatureCoefficient;
    rise += (dcPower * warmest) / 1000;
  }
  return power > 0 ? { gamma: gamma / power, rise: rise / power } : { gamma: USUAL_GAMMA, rise: 0 };
}
