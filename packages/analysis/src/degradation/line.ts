import { quantile } from '../stats/quantile.ts';
import { normalPair, seededRandom } from '../stats/random.ts';
import { middleShares, type Degradation, type Uncertainty } from './result.ts';

export interface LineInput extends Uncertainty {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** Energy against what was expected. */
  energyNormalized: Float64Array;
}

export interface LineDegradation extends Degradation {
  /** By year of 365 days. */
  slope: number;
  /** At the first row. */
  intercept: number;
  /** Of the residuals. */
  rmse: number;
  slopeStderr: number;
  interceptStderr: number;
}

const YEAR_MS = 365 * 86_400_000;
const DRAWS = 10_000;

/** Throws where lengths differ. */
export function yearsOf({ times, energyNormalized }: LineInput): Float64Array {
  if (energyNormalized.length !== times.length)
    throw new RangeError(`energyNormalized has ${energyNormalized.length} values, times has ${times.length}`);
  return times.map((time) => (time - times[0]!) / YEAR_MS);
}

/** The straight line through known values, its change against its beginning, and how sure that is. */
export function fitLine(
  years: Float64Array,
  values: Float64Array,
  uncertainty: Uncertainty,
): LineDegradation {
  const { confidenceLevel = 68.2, seed = 1 } = uncertainty;
  const shares = middleShares(confidenceLevel);
  const rows = [...values.keys()].filter((row) => !Number.isNaN(values[row]!));
  if (rows.length < 3) throw new RangeError('energyNormalized: three known rows at least');
  const mean = (of: (row: number) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const middle = mean((row) => years[row]!);
  const level = mean((row) => values[row]!);
  const spread = mean((row) => (years[row]! - middle) ** 2) * rows.length;
  const slope = (mean((row) => (years[row]! - middle) * (values[row]! - level)) * rows.length) / spread;
  const intercept = level - slope * middle;
  const squares = mean((row) => (values[row]! - intercept - slope * years[row]!) ** 2) * rows.length;
  const rmse = Math.sqrt(squares / (rows.length - 2));
  const slopeStderr = rmse / Math.sqrt(spread);
  const levelStderr = rmse / Math.sqrt(rows.length);
  // Level and slope vary independently of each other; the intercept follows from both.
  const random = seededRandom(seed);
  const drawn = Float64Array.from({ length: DRAWS }, () => {
    const [first, second] = normalPair(random);
    const drawnSlope = slope + slopeStderr * first;
    return (100 * drawnSlope) / (level + levelStderr * second - drawnSlope * middle);
  });
  return {
    rdPct: (100 * slope) / intercept,
    rdCi: [quantile(drawn, shares[0]), quantile(drawn, shares[1])],
    slope,
    intercept,
    rmse,
    slopeStderr,
    interceptStderr: Math.hypot(levelStderr, slopeStderr * middle),
  };
}
