import { median, quantile } from '../stats/quantile.ts';
import { seededRandom } from '../stats/random.ts';
import { robustMedian } from '../stats/robust.ts';
import { bootstrapMedians, circularBlocks } from './bootstrap.ts';
import { middleShares, type Degradation, type Uncertainty } from './result.ts';
import { yearLater, yearPairs, type YearPair } from './year-pairs.ts';

export interface YearOnYearInput extends Uncertainty {
  /** Of each row, epoch ms, rising; of local days their dates as if in UTC. */
  times: Float64Array;
  /** Energy against what was expected, by day mostly. */
  energyNormalized: Float64Array;
  /** Whether values are divided by the median of the first year; true unless told. */
  recenter?: boolean;
  /** Percent; 95 unless told. */
  exceedanceProb?: number;
  /** `simple` draws slopes and takes them for independent; `circularBlock` draws blocks of rows. `simple` unless told. */
  uncertaintyMethod?: 'simple' | 'circularBlock';
  /** Rows of a block; 30 unless told. */
  blockLength?: number;
}

export interface YearOnYear extends Degradation {
  /** The change that is exceeded with `exceedanceProb`. */
  exceedanceLevel: number;
  /** What the values were divided by. */
  renormalizingFactor: number;
  /** Of each pair of rows a year apart, percent a year, by the later row. */
  yoyValues: Float64Array;
  /** In how many pairs each row is: 0, 1 or 2. */
  usageOfPoints: Uint8Array;
}

const DAY_MS = 86_400_000;
const RENORMALIZE_DAYS = 364;
const BLOCK_REPETITIONS = 1000;

const steps = (times: Float64Array) => times.subarray(1).map((time, at) => time - times[at]!);

/** Throws where two years are not covered, rows do not rise or lengths differ. */
function checkRows({ times, energyNormalized }: YearOnYearInput): void {
  if (energyNormalized.length !== times.length)
    throw new RangeError(`energyNormalized has ${energyNormalized.length} values, times has ${times.length}`);
  const apart = steps(times);
  if (apart.some((step) => !(step > 0))) throw new RangeError('times: rising');
  const last = times.at(-1);
  if (last === undefined || last < yearLater(times[0]!, 2) - median(apart))
    throw new RangeError('energyNormalized: two years at least');
}

function checkBlocks(times: Float64Array, blockLength: number): void {
  const apart = steps(times);
  if (apart.some((step) => step !== apart[0])) throw new RangeError('times: equal steps for circularBlock');
  if (!(blockLength >= 1 && blockLength <= times.length / 3))
    throw new RangeError('blockLength: a third of the rows at most');
}

function slopesOf(pairs: readonly YearPair[], values: Float64Array): Float64Array {
  return Float64Array.from(pairs, ({ from, to, years }) => (100 * (values[to]! - values[from]!)) / years);
}

/** Medians of series of the same trend whose residuals are drawn by blocks. Skomedal and Deceglie 2020, IEEE J. Photovoltaics 10, 1788-1796. */
function blockMedians(
  values: Float64Array,
  rdPct: number,
  pairs: readonly YearPair[],
  input: YearOnYearInput,
) {
  const { times, blockLength = 30, seed = 1 } = input;
  const days = Math.floor((times.at(-1)! - times[0]!) / DAY_MS) / times.length;
  const trend = times.map((_, row) => 1 + (rdPct / 100 / 365) * row * days);
  const residuals = values.map((value, row) => value / trend[row]!);
  const random = seededRandom(seed);
  return Float64Array.from({ length: BLOCK_REPETITIONS }, () => {
    const rows = circularBlocks(times.length, blockLength, random);
    return median(
      slopesOf(
        pairs,
        trend.map((level, row) => level * residuals[rows[row]!]!),
      ),
    );
  });
}

/**
 * Median of the changes between rows a year apart, which seasons do not move, with a confidence interval by bootstrap. Unknown rows are in no pair.
 * Throws where there are not two years or no pair. RdTools 3; Hasselbrink et al. 2013, 39th IEEE PVSC; Jordan et al. 2018,
 * IEEE J. Photovoltaics 8, 525-531.
 */
export function degradationYearOnYear(input: YearOnYearInput): YearOnYear {
  checkRows(input);
  const { times, energyNormalized, recenter = true, exceedanceProb = 95, seed = 1 } = input;
  const shares = middleShares(input.confidenceLevel ?? 68.2);
  const isBlocks = input.uncertaintyMethod === 'circularBlock';
  if (isBlocks) checkBlocks(times, input.blockLength ?? 30);
  const firstYear = energyNormalized.filter((_, row) => times[row]! <= times[0]! + RENORMALIZE_DAYS * DAY_MS);
  const renormalizingFactor = recenter ? robustMedian(firstYear) : 1;
  const values = energyNormalized.map((value) => value / renormalizingFactor);
  const pairs = yearPairs(times);
  const slopes = slopesOf(pairs, values);
  const yoyValues = slopes.filter((slope) => !Number.isNaN(slope));
  if (yoyValues.length === 0) throw new RangeError('energyNormalized: no two rows a year apart');
  const usageOfPoints = new Uint8Array(times.length);
  const begun = new Set<number>();
  for (const [at, { from, to }] of pairs.entries()) {
    if (Number.isNaN(slopes[at]!)) continue;
    usageOfPoints[to]! += 1;
    if (!begun.has(from)) usageOfPoints[from]! += 1;
    begun.add(from);
  }
  const rdPct = median(yoyValues);
  const drawn = isBlocks
    ? blockMedians(values, rdPct, pairs, input)
    : bootstrapMedians(yoyValues, seededRandom(seed));
  return {
    rdPct,
    rdCi: [quantile(drawn, shares[0]), quantile(drawn, shares[1])],
    exceedanceLevel: quantile(drawn, 1 - exceedanceProb / 100),
    renormalizingFactor,
    yoyValues,
    usageOfPoints,
  };
}
