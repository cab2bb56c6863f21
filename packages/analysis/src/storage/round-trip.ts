/**
 * Energy through a battery over a window, kWh, all at the same side (AC or DC: name it where it is shown).
 */
export interface Throughput {
  charged: number;
  discharged: number;
}

/** Stored energy at the two ends of the window, percent and kWh; health in percent, 100 unless told. */
export interface StoredChange {
  startSoc: number;
  endSoc: number;
  capacity: number;
  health?: number;
}

/** E_dis / E_ch; null when nothing was charged. Wrong by what the battery holds more or less at the end. */
export function roundTripNaive({ charged, discharged }: Throughput): number | null {
  return charged > 0 ? discharged / charged : null;
}

/** E_dis / (E_ch - dSoC x capacity x SoH); null when less than nothing is left to divide by. */
export function roundTripCorrected(throughput: Throughput, stored: StoredChange): number | null {
  const { startSoc, endSoc, capacity, health = 100 } = stored;
  const kept = ((endSoc - startSoc) / 100) * capacity * (health / 100);
  const spent = throughput.charged - kept;
  return spent > 0 ? throughput.discharged / spent : null;
}

/**
 * A round trip is worth showing when the window holds three full charges, or ends at the SoC it began with.
 */
export function isRoundTripReliable(throughput: Throughput, stored: StoredChange): boolean {
  const enough = throughput.charged + throughput.discharged >= 3 * stored.capacity;
  return enough || Math.abs(stored.endSoc - stored.startSoc) <= 2;
}

/** Equivalent full cycles in the throughput form: E_dis / (capacity x SoH). Null without a capacity. */
export function fullCycles(discharged: number, capacity: number, health = 100): number | null {
  const usable = (capacity * health) / 100;
  return usable > 0 ? discharged / usable : null;
}
