import { cosDeg } from '../sun/angles.ts';
import { vectorisedParts } from '../vector/vectorised.ts';

export interface ConsistencyInput {
  /** Degrees. */
  solarZenith: number;
  /** W/m2. */
  ghi: number;
  /** W/m2. */
  dhi: number;
  /** W/m2. */
  dni: number;
  /** Answer where nothing can be judged: the sun below 93 degrees of zenith or less than 50 W/m2; 0 unless told. */
  outsideDomain?: number;
}

export interface Consistency {
  /** Whether global irradiance is the sum of its parts. */
  consistentComponents: number;
  /** Whether diffuse irradiance is no more than global. */
  diffuseRatioLimit: number;
}

const LEAST_LIGHT = 50;
const HIGH_ZENITH = 75;
const LAST_ZENITH = 93;

interface Ratios {
  low: readonly [number, number];
  high: readonly [number, number];
}

/** Of a ratio by the height of the sun; at the border between both either will do. */
function within(ratio: number, light: number, zenith: number, { low, high }: Ratios): boolean | null {
  if (!(light >= LEAST_LIGHT) || !(zenith >= 0) || !(zenith < LAST_ZENITH)) return null;
  const [least, most] = zenith < HIGH_ZENITH ? low : high;
  return ratio > least && ratio < most;
}

const SUM: Ratios = { low: [0.92, 1.08], high: [0.85, 1.15] };
const DIFFUSE: Ratios = { low: [0, 1.05], high: [0, 1.1] };

/**
 * Whether the three irradiances fit each other: 1, 0, or NaN where something is unknown. Long and Shi 2008; pvanalytics,
 * `quality.irradiance.check_irradiance_consistency_qcrad`.
 */
export const checkIrradianceConsistencyQcrad = vectorisedParts<ConsistencyInput, Consistency>(
  { solarZenith: NaN, ghi: NaN, dhi: NaN, dni: NaN, outsideDomain: 0 },
  { consistentComponents: NaN, diffuseRatioLimit: NaN },
  ({ solarZenith, ghi, dhi, dni, outsideDomain }, parts) => {
    const sum = dni * cosDeg(solarZenith) + dhi;
    const isKnown = !Number.isNaN(sum + ghi);
    const answer = (flag: boolean | null) => (isKnown ? Number(flag ?? outsideDomain) : NaN);
    parts.consistentComponents = answer(within(ghi / sum, sum, solarZenith, SUM));
    parts.diffuseRatioLimit = answer(within(dhi / ghi, ghi, solarZenith, DIFFUSE));
  },
);
