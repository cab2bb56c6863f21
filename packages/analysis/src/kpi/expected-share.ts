/** A running day: energy so far and what the sun should have given by now, kWh; null where unknown. */
export interface RunningDay {
  energyToday: number | null;
  expectedToday: number | null;
  /** How much of the energy people added: a station is judged by what it measured. */
  correction?: { today: number } | undefined;
}

/** Full-load hours that the sun must have been worth before a share of them says anything. */
export const TELLING_HOURS = 0.25;

/** Percent of what the sun should have given today; null where either is unknown, and while the sun has hardly risen. */
export function expectedPercent(
  { energyToday, expectedToday, correction }: RunningDay,
  capacityKw: number,
): number | null {
  if (energyToday === null || expectedToday === null || expectedToday <= 0) return null;
  return expectedToday < TELLING_HOURS * capacityKw
    ? null
    : (100 * (energyToday - (correction?.today ?? 0))) / expectedToday;
}

/** kWh that are missing against the expectation of today; a station that gave more lost nothing. */
export function lostToday({ energyToday, expectedToday, correction }: RunningDay): number | null {
  if (energyToday === null || expectedToday === null) return null;
  return Math.max(0, expectedToday - (energyToday - (correction?.today ?? 0)));
}
