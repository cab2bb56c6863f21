import type { KpiSums } from './kpi-sums.ts';

export type { KpiSums } from './kpi-sums.ts';

/** Key figures of IEC 61724-1, in the order in which people read them. */
export const KPIS = [
  'finalYield',
  'arrayYield',
  'referenceYield',
  'performanceRatio',
  'performanceRatio25',
  'performanceRatioYear',
  'energyPerformanceIndex',
  'timeAvailability',
  'energyAvailability',
  'captureLoss',
  'systemLoss',
  'capacityFactor',
  'inverterEfficiency',
] as const;
export type Kpi = (typeof KPIS)[number];

/** Why a key figure is not known. */
export const KPI_GAPS = [
  'noDays',
  'noCapacity',
  'noEnergy',
  'tooFewSamples',
  'noIrradiance',
  'irradianceGaps',
  'noTemperature',
  'lessThanYear',
  'notExpected',
  'noStates',
  'noDc',
  'neverTogether',
  'ofStation',
  'hidden',
] as const;
export type KpiGap = (typeof KPI_GAPS)[number];

export interface KpiValue {
  /** A ratio, or hours (kWh/kWp); null where it is not known. */
  value: number | null;
  /** Why it is not. */
  gap: KpiGap | null;
  /** Days that it rests on. */
  days: number;
}

/** Each figure is a ratio of sums and none is capped: a ratio over 1 tells of cold, bright days or of a wrong sensor. */
export function kpisOf(sums: KpiSums): Record<Kpi, KpiValue> {
  const { energy, light, dc, judged, warm, seasonal, balanced, compared, states, supplied, converted } = sums;
  const gap = gapsOf(sums);
  return {
    finalYield: figure(energy.days, energy.yield, gap.energy),
    arrayYield: figure(dc.days, dc.yield, gap.dc),
    referenceYield: figure(light.days, light.yield, gap.light),
    performanceRatio: ratio(judged.days, judged.kwh, judged.reference, gap.judged),
    performanceRatio25: ratio(warm.days, warm.kwh, warm.reference, gap.warm),
    performanceRatioYear: ratio(seasonal.days, seasonal.kwh, seasonal.reference, gap.seasonal),
    energyPerformanceIndex: ratio(compared.days, compared.kwh, compared.expected, gap.compared),
    timeAvailability: ratio(states.days, states.running, states.running + states.outages, gap.states),
    energyAvailability: ratio(supplied.days, supplied.kwh, supplied.kwh + supplied.lost, gap.supplied),
    captureLoss: figure(balanced.days, balanced.reference - balanced.array, gap.balanced),
    systemLoss: figure(balanced.days, balanced.array - balanced.final, gap.balanced),
    capacityFactor: ratio(energy.days, energy.kwh, energy.kwHours, gap.energy),
    inverterEfficiency: ratio(converted.days, converted.ac, converted.dc, gap.converted),
  };
}

function figure(days: number, value: number, gap: KpiGap): KpiValue {
  return days > 0 && Number.isFinite(value) ? { value, gap: null, days } : { value: null, gap, days: 0 };
}

const ratio = (days: number, part: number, whole: number, gap: KpiGap): KpiValue =>
  figure(whole > 0 ? days : 0, part / whole, gap);

/** The first thing that is missing of each sum, should it have no days. */
function gapsOf(sums: KpiSums) {
  const first = (...conditions: [boolean, KpiGap][]): KpiGap => {
    if (sums.days === 0) return 'noDays';
    return conditions.find(([isSo]) => isSo)?.[1] ?? 'neverTogether';
  };
  const noCapacity: [boolean, KpiGap] = [!(sums.capacityKw > 0), 'noCapacity'];
  const noEnergy: [boolean, KpiGap] = [sums.energy.days === 0, 'noEnergy'];
  const fewSamples: [boolean, KpiGap] = [sums.complete === 0, 'tooFewSamples'];
  const noLight: [boolean, KpiGap] = [sums.light.someDays === 0, 'noIrradiance'];
  const lightGaps: [boolean, KpiGap] = [sums.light.days === 0, 'irradianceGaps'];
  const noDc: [boolean, KpiGap] = [sums.dc.someDays === 0, 'noDc'];
  const notExpected: [boolean, KpiGap] = [sums.expectedDays === 0, 'notExpected'];
  const noStates: [boolean, KpiGap] = [sums.states.days === 0, 'noStates'];
  const isJudged: [boolean, KpiGap][] = [noCapacity, noLight, lightGaps, noEnergy, fewSamples];
  const isWarm: [boolean, KpiGap][] = [...isJudged, [sums.judged.days === 0, 'neverTogether']];
  return {
    energy: first(noCapacity, noEnergy),
    dc: first(noCapacity, noDc, noEnergy),
    light: first(noLight, lightGaps),
    judged: first(...isJudged),
    warm: first(...isWarm, [true, 'noTemperature']),
    seasonal: first(...isWarm, [sums.warm.days === 0, 'noTemperature'], [true, 'lessThanYear']),
    compared: first(notExpected, noEnergy, fewSamples),
    states: first(noStates),
    supplied: first(noStates, notExpected, noEnergy),
    balanced: first(noCapacity, noLight, lightGaps, noDc, noEnergy),
    converted: first(noDc),
  };
}
