/** A battery: usable energy in kWh, round-trip efficiency and SoC limits in percent. */
export interface Battery {
  capacity: number;
  /** AC to AC, 0 to 1; each way takes its square root. 0.9 unless told. */
  roundTripEfficiency?: number;
  /** 0 and 100 unless told. */
  minSoc?: number;
  maxSoc?: number;
}

export interface SocStep {
  /** Percent after the step. */
  soc: number;
  /** Power in W that the limits allowed, mean over the step; discharge positive. */
  power: number;
}

const DEFAULT_EFFICIENCY = 0.9;

/**
 * One step of the state of charge. `power` in W at the terminals, discharge positive; `spanMs` the step.
 * Charging stores power x sqrt(RTE), discharging draws power / sqrt(RTE); a step that would pass a limit
 * gives or takes only what fits.
 */
export function stepSoc(soc: number, step: { power: number; spanMs: number }, battery: Battery): SocStep {
  const { capacity, roundTripEfficiency = DEFAULT_EFFICIENCY, minSoc = 0, maxSoc = 100 } = battery;
  const oneWay = Math.sqrt(roundTripEfficiency);
  const hours = step.spanMs / 3_600_000;
  if (!(capacity > 0) || !(hours > 0)) return { soc, power: 0 };
  const wanted = step.power > 0 ? step.power / oneWay : step.power * oneWay;
  const wattsPerPercent = (capacity * 10) / hours;
  const most = Math.max(0, (soc - minSoc) * wattsPerPercent);
  const least = Math.min(0, (soc - maxSoc) * wattsPerPercent);
  const drawn = Math.max(least, Math.min(most, wanted));
  return { soc: soc - drawn / wattsPerPercent, power: drawn > 0 ? drawn * oneWay : drawn / oneWay };
}

/** SoC in percent of the span between the limits. */
export function usableSoc(soc: number, battery: Battery): number {
  const { minSoc = 0, maxSoc = 100 } = battery;
  return (100 * (soc - minSoc)) / (maxSoc - minSoc);
}
