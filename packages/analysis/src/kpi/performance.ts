/** What is known of a station on one local day. */
export interface PerformanceDay {
  /** Produced AC energy, kWh; null where it is not known. */
  energy: number | null;
  /** Share of the samples expected in daylight that came, 0 to 1; null where it is not known. */
  completeness: number | null;
  /** Measured irradiation on the modules, kWh/m²; null where too little of the day was measured. */
  irradiation: number | null;
  /** Energy that the model of the station expects (P50), kWh; null where too little of the day is computed. */
  expected: number | null;
  /** Hours of the day, as far as it is over. */
  hours: number;
}

/** Figures of IEC 61724-1 with what they are made of; null where nothing is known. */
export interface Performance {
  /** kWh of the days of which it is known. */
  energy: number | null;
  /** Energy by nameplate power, h. */
  finalYield: number | null;
  /** kWh/m² of the days that were measured. */
  irradiation: number | null;
  /** Irradiation by that of standard conditions (1 kW/m²), h. */
  referenceYield: number | null;
  /** Final by reference yield, of the days of which both are known. Not capped: cold, bright days exceed 1. */
  performanceRatio: number | null;
  /** Energy by what nameplate power would give in all hours of the days of which it is known, 0 to 1. */
  capacityFactor: number | null;
  /** Expected energy (P50) of the days of which it is known, kWh. */
  expected: number | null;
  /** Energy by expected energy (EPI), of the days of which both are known. */
  energyPerformanceIndex: number | null;
  /** Days with energy, with irradiation, and with both. */
  energyDays: number;
  irradiationDays: number;
  judgedDays: number;
  /** Days with energy and expected energy. */
  comparedDays: number;
}

/** A day of which fewer samples came says nothing of the ratio to what the sensor measured. */
const LEAST_COMPLETENESS = 0.7;

/**
 * Performance of a station over days, each figure a ratio of sums. `capacityKw`: DC nameplate power at standard conditions. A day counts for the
 * performance ratio where both its energy and its irradiation are known, and leaves both sums where one is missing; so it does for the energy
 * performance index with its expected energy.
 */
export function performanceOf(days: readonly PerformanceDay[], capacityKw: number): Performance {
  const capacity = capacityKw > 0 ? capacityKw : NaN;
  const produced = days.filter(({ energy }) => energy !== null);
  const measured = days.filter(({ irradiation }) => irradiation !== null);
  const complete = produced.filter(({ completeness }) => (completeness ?? 1) >= LEAST_COMPLETENESS);
  const judged = complete.filter(({ irradiation }) => irradiation !== null);
  const compared = complete.filter(({ expected }) => expected !== null);
  const foreseen = days.filter(({ expected }) => expected !== null);
  const energy = sumOf(produced, (day) => day.energy!);
  const irradiation = sumOf(measured, (day) => day.irradiation!);
  return {
    energy,
    finalYield: ratio(energy, capacity),
    irradiation,
    referenceYield: irradiation,
    performanceRatio: ratio(
      sumOf(judged, (day) => day.energy!),
      capacity * (sumOf(judged, (day) => day.irradiation!) ?? NaN),
    ),
    capacityFactor: ratio(energy, capacity * (sumOf(produced, (day) => day.hours) ?? NaN)),
    expected: sumOf(foreseen, (day) => day.expected!),
    energyPerformanceIndex: ratio(
      sumOf(compared, (day) => day.energy!),
      sumOf(compared, (day) => day.expected!) ?? NaN,
    ),
    energyDays: produced.length,
    irradiationDays: measured.length,
    judgedDays: judged.length,
    comparedDays: compared.length,
  };
}

const sumOf = (days: readonly PerformanceDay[], of: (day: PerformanceDay) => number): number | null =>
  days.length === 0 ? null : days.reduce((sum, day) => sum + of(day), 0);

const ratio = (part: number | null, whole: number): number | null =>
  part !== null && whole > 0 ? part / whole : null;
