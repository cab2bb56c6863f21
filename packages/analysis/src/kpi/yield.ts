/**
 * Final yield E / P0 in kWh/kWp, the same number as full-load (equivalent) hours; null without a rating.
 * Energy kWh, `nameplate` kWp; say it where another rating stands for it.
 */
export function specificYield(energy: number, nameplate: number): number | null {
  return nameplate > 0 ? energy / nameplate : null;
}

/** E / (P x hours), 0 to 1; null without a rating or time. Energy kWh, `rating` kW; say whether AC or DC. */
export function capacityFactor(energy: number, rating: number, hours: number): number | null {
  return rating > 0 && hours > 0 ? energy / (rating * hours) : null;
}

/**
 * Energy performance index: actual / expected energy of the same span; null when nothing was to be expected.
 */
export function energyPerformanceIndex(energy: number, expected: number): number | null {
  return expected > 0 ? energy / expected : null;
}
