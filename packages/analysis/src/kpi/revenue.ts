/** Energies in kWh; prices in whole minor units (cents) per kWh, fractions allowed. */
export interface RevenueInput {
  produced: number;
  /** All of the production unless told. */
  exported?: number;
  feedInPrice: number;
  /** What a bought kWh costs, so what a self-used one saves; 0 unless told. */
  buyPrice?: number;
  /** Paid for every produced kWh; 0 unless told. */
  subsidy?: number;
}

/**
 * Revenue in whole minor units: E_self x buy + E_export x feed-in + E x subsidy, rounded once. One currency
 * a call.
 */
export function revenue(input: RevenueInput): number {
  const { produced, exported = produced, feedInPrice, buyPrice = 0, subsidy = 0 } = input;
  const selfUsed = Math.max(0, produced - exported);
  return Math.round(selfUsed * buyPrice + exported * feedInPrice + produced * subsidy);
}
