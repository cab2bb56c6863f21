/** Where the energy of a span comes from, best first. */
export const ENERGY_SOURCES = ['meterCounter', 'lifetimeCounter', 'dayCounter', 'powerIntegral'] as const;
export type EnergySource = (typeof ENERGY_SOURCES)[number];

/** kWh by source; null or absent where the source has nothing for the span. */
export type EnergyCandidates = Partial<Record<EnergySource, number | null>>;

export interface ChosenEnergy {
  kwh: number | null;
  source: EnergySource | null;
  /**
   * (counter - integral of power) / counter, when both are known. Beyond 3 % over a whole day it is a
   * data-quality event.
   */
  deviation: number | null;
  suspect: boolean;
}

const SUSPECT_DEVIATION = 0.03;

/**
 * Picks the energy of a span: meter counter, lifetime counter, daily counter, integral of power, in this
 * order, and checks the pick against the integral.
 */
export function chooseEnergy(candidates: EnergyCandidates): ChosenEnergy {
  const known = (name: EnergySource) =>
    typeof candidates[name] === 'number' && Number.isFinite(candidates[name]);
  const source = ENERGY_SOURCES.find(known) ?? null;
  if (source === null) return { kwh: null, source, deviation: null, suspect: false };
  const kwh = candidates[source] ?? 0;
  const integral = candidates.powerIntegral;
  const comparable = source !== 'powerIntegral' && known('powerIntegral') && kwh !== 0;
  const deviation = comparable ? (kwh - (integral ?? 0)) / kwh : null;
  return { kwh, source, deviation, suspect: deviation !== null && Math.abs(deviation) > SUSPECT_DEVIATION };
}
