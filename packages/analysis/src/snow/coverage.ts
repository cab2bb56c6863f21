import { checkSeries } from '../stats/check-series.ts';
import { sinDeg } from '../sun/angles.ts';
import { vectorised, type Values } from '../vector/vectorised.ts';
import { fullyCoveredNrel, hoursOf, type FullyCoveredNrelInput } from './fully-covered.ts';

export interface CoverageNrelInput extends FullyCoveredNrelInput {
  /** On the plane, W/m2. */
  poaIrradiance: Float64Array;
  /** degC. */
  tempAir: Float64Array;
  /** Degrees. */
  surfaceTilt: Values;
  /** Share at the first row; 0 unless told. */
  initialCoverage?: number;
  /** How warm it is for light to loosen snow, W/(m2 K); -80 unless told. */
  canSlideCoefficient?: number;
  /** Share that slides in an hour; 0.197 unless told. */
  slideAmountCoefficient?: number;
}

/**
 * Share of a row of modules, along its slant, that snow covers: all after snowfall, then it slides with light and warmth; none where the
 * ground has less than `thresholdDepth`. What follows an unknown row is NaN until snow covers or the ground is bare. Throws where
 * series differ in length or there is one row only. Marion et al. 2013; Ryberg and Freeman 2017, NREL/TP-6A20-68705.
 */
export function coverageNrel(input: CoverageNrelInput): Float64Array {
  const { times, poaIrradiance, tempAir, snowDepth, surfaceTilt, thresholdDepth = 1 } = input;
  const { canSlideCoefficient = -80, slideAmountCoefficient = 0.197 } = input;
  checkSeries(times, { poaIrradiance, tempAir });
  if (typeof surfaceTilt !== 'number') checkSeries(times, { surfaceTilt });
  const covered = fullyCoveredNrel(input);
  const hours = hoursOf(times);
  let left = input.initialCoverage ?? 0;
  return times.map((_, row) => {
    const tilt = typeof surfaceTilt === 'number' ? surfaceTilt : surfaceTilt[row]!;
    const warmth = tempAir[row]! - poaIrradiance[row]! / canSlideCoefficient;
    const slid = slideAmountCoefficient * sinDeg(tilt) * hours[row]!;
    const isBare = snowDepth !== undefined && snowDepth[row]! < thresholdDepth;
    if (covered[row] === 1) left = 1;
    else if (isBare) left = 0;
    else if (Number.isNaN(covered[row]! + warmth)) left = NaN;
    else if (row > 0 && warmth > 0) left = Math.max(0, left - slid);
    return left;
  });
}

/** Share of DC power that snow takes of a row with `numStrings` strings along its slant: a string gives all or nothing. The same sources. */
export const dcLossNrel = vectorised<{ snowCoverage: number; numStrings: number }>(
  { snowCoverage: NaN, numStrings: NaN },
  ({ snowCoverage, numStrings }) => Math.ceil(snowCoverage * numStrings) / numStrings,
);
