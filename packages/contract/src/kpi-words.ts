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
export type KpiName = (typeof KPIS)[number];

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
