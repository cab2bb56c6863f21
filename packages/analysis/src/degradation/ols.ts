import { fitLine, yearsOf, type LineDegradation, type LineInput } from './line.ts';

/**
 * Slope of the straight line with the least squares against its beginning. Unknown rows do not count. Seasons that are not whole and outliers move it;
 * see `degradationYearOnYear`. Throws where lengths differ or there are fewer than three known rows. RdTools 3.
 */
export function degradationOls(input: LineInput): LineDegradation {
  return fitLine(yearsOf(input), input.energyNormalized, input);
}
