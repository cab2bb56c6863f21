/** What a kWh of solar energy saves, kg; `co2PerTree` is what one tree takes up in its counted life, kg. */
export interface EnvironmentFactors {
  co2: number;
  coal: number;
  co2PerTree: number;
}

/**
 * Named sets, because platforms disagree: always show the set's name beside the figure.
 * - fusionSolar: as the public answers of that platform imply (18.3 kg a year over 40 years for a tree)
 * - coalPlant: the long-used Chinese conversion of thermal-power statistics; overstates today
 * - chinaGrid2022: the national average grid factor for 2022, with today's standard coal per kWh
 */
export const ENVIRONMENT_FACTORS = {
  fusionSolar: { co2: 0.475, coal: 0.4, co2PerTree: 732 },
  coalPlant: { co2: 0.997, coal: 0.4, co2PerTree: 1800 },
  chinaGrid2022: { co2: 0.5366, coal: 0.305, co2PerTree: 732 },
} as const satisfies Record<string, EnvironmentFactors>;
export type EnvironmentFactorSet = keyof typeof ENVIRONMENT_FACTORS;

/** kg, kg, and trees (not rounded). */
export interface EnvironmentSavings {
  co2: number;
  coal: number;
  trees: number;
}

/** What `energy` kWh saves by a set of factors. */
export function environmentSavings(energy: number, factors: EnvironmentFactors): EnvironmentSavings {
  const co2 = energy * factors.co2;
  return { co2, coal: energy * factors.coal, trees: co2 / factors.co2PerTree };
}
