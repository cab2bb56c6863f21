/** Nameplate at STC in W, and the power's temperature coefficient in 1/K (negative; -0.004 unless told). */
export interface DcRating {
  dcPower: number;
  temperatureCoefficient?: number;
}

/**
 * DC power in W: P0 x G / 1000 x (1 + gamma (Tc - 25)) (PVWatts 5, Dobos 2014). `irradiance` W/m2,
 * `cellTemperature` degC.
 */
export function pvwattsDc(irradiance: number, cellTemperature: number, rating: DcRating): number {
  const { dcPower, temperatureCoefficient = -0.004 } = rating;
  return ((dcPower * irradiance) / 1000) * (1 + temperatureCoefficient * (cellTemperature - 25));
}

/** Losses in percent. */
export interface SystemLosses {
  soiling: number;
  shading: number;
  snow: number;
  mismatch: number;
  wiring: number;
  connections: number;
  lightInducedDegradation: number;
  nameplate: number;
  age: number;
  availability: number;
}

export const PVWATTS_LOSSES: SystemLosses = {
  soiling: 2,
  shading: 3,
  snow: 0,
  mismatch: 2,
  wiring: 2,
  connections: 0.5,
  lightInducedDegradation: 1.5,
  nameplate: 1,
  age: 0,
  availability: 3,
};

/**
 * What the losses take together, as a share of 1: 1 - product of (1 - loss); 0.1408 with the defaults of
 * PVWatts 5.
 */
export function lossFraction(losses: SystemLosses = PVWATTS_LOSSES): number {
  return 1 - Object.values(losses).reduce((left, loss: number) => left * (1 - loss / 100), 1);
}

const REFERENCE_EFFICIENCY = 0.9637;

/**
 * AC power in W of an inverter rated `acPower` W (PVWatts 5, Dobos 2014): part-load efficiency
 * nominal / 0.9637 x (-0.0162 z - 0.0059 / z + 0.9858) with z = Pdc / Pdc0 and Pdc0 = acPower / nominal;
 * capped at the rating, never below zero; NaN where the input is unknown.
 */
export function pvwattsAc(dcPower: number, acPower: number, nominalEfficiency = 0.96): number {
  const load = (dcPower * nominalEfficiency) / acPower;
  if (load <= 0) return 0;
  const shape = -0.0162 * load - 0.0059 / load + 0.9858;
  const ac = dcPower * (nominalEfficiency / REFERENCE_EFFICIENCY) * shape;
  return Math.max(0, Math.min(acPower, ac));
}
