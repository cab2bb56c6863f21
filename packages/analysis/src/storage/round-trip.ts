/** What a battery took and gave between two readings of its state of charge. */
export interface RoundTripInput {
  /** kWh at the terminals where they are measured; null where one is not known. */
  charged: number | null;
  discharged: number | null;
  /** Percent at the beginning and at the end; null where it is not known. */
  socStart: number | null;
  socEnd: number | null;
  /** kWh when new; null where it is not known. */
  nominalKwh: number | null;
  /** State of health, percent; null where it is not known, and then the battery counts as new. */
  soh: number | null;
}

export const ROUND_TRIP_GAPS = [
  'noEnergy',
  'noCharge',
  'noSoc',
  'noCapacity',
  'tooShort',
  'tooHigh',
] as const;
/**
 * Why there is no efficiency: no energies, nothing was charged, no state of charge at the ends, no nominal capacity to weigh its change by, too
 * little throughput beside the change, or more given than taken, which counters that disagree show.
 */
export type RoundTripGap = (typeof ROUND_TRIP_GAPS)[number];

export interface RoundTrip {
  /** 0 to 1. */
  efficiency: number | null;
  gap: RoundTripGap | null;
  /** kWh that are in the battery at the end and were not at the beginning; null where it is not known. */
  stored: number | null;
}

/** Percent points between the ends up to which the charge counts as equal. */
const EQUAL_SOC = 2;
/** Throughput in nominal capacities from which the change of charge is small beside it. */
const LEAST_THROUGHPUT = 3;

/**
 * Round-trip efficiency of a battery: discharged by charged energy, where what stays in the battery is taken from the charged side,
 * `E_dis / (E_ch − ΔSoC · C · SoH)`. Told only where the charge is equal within 2 percent points at both ends or the throughput is at least three capacities,
 * because the state of charge is itself an estimate and would decide the figure otherwise.
 */
export function roundTripOf(input: RoundTripInput): RoundTrip {
  const { charged, discharged, socStart, socEnd, nominalKwh, soh } = input;
  const change = socStart === null || socEnd === null ? null : socEnd - socStart;
  const capacity = nominalKwh !== null && nominalKwh > 0 ? nominalKwh * ((soh ?? 100) / 100) : null;
  const stored = change === null || capacity === null ? null : (change / 100) * capacity;
  const none = (gap: RoundTripGap): RoundTrip => ({ efficiency: null, gap, stored });
  if (charged === null || discharged === null) return none('noEnergy');
  if (!(charged > 0)) return none('noCharge');
  if (change === null) return none('noSoc');
  const equal = Math.abs(change) <= EQUAL_SOC;
  if (stored === null || capacity === null) {
    // Equal ends need no correction, so that the capacity is not missed.
    return equal ? within(discharged / charged, stored) : none('noCapacity');
  }
  if (!equal && charged + discharged < LEAST_THROUGHPUT * capacity) return none('tooShort');
  return charged - stored > 0 ? within(discharged / (charged - stored), stored) : none('tooHigh');
}

const within = (efficiency: number, stored: number | null): RoundTrip =>
  efficiency > 1 ? { efficiency: null, gap: 'tooHigh', stored } : { efficiency, gap: null, stored };
