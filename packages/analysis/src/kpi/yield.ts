/** Final yield E / P0 in kWh/kWp, the same number as full-load hours; null without a rating. Energy kWh, `nameplate` kWp. */
export function specificYield(energy: number, nameplate: number): number | null {
  return nameplate > 0 ? energy / nameplate : null;
}

/** Full-load (equivalent) hours: energy in kWh over the rating in kW. Say whether the rating is AC or DC. */
export const fullLoadHours = specificYield;

/** E / (P x hours), 0 to 1; null without a rating or time. Energy kWh, `rating` kW; say whether AC or DC. */
export function capacityFactor(energy: number, rating: number, hours: number): number | null {
  return rating > 0 && hours > 0 ? energy / (rating * hours) : null;
}

/** Energy performance index: actual / expected energy of the same span; null when nothing was to be expected. */
export function energyPerformanceIndex(energy: number, expected: number): number | null {
  return expected > 0 ? energy / expected : null;
}
