import type { Samples } from './samples.ts';
import { FEWEST_USUAL, lowerMedian, USUAL_FACTOR } from './usual.ts';

/** What a counter can be believed to do, learned from its rating and its readings. All energies in kWh. */
export interface CounterRules {
  /** Most energy a millisecond can hold. */
  rate: number;
  /** By how much the counter moves at once: its resolution, or the step it was seen to count in. */
  step: number;
  /** Heights at which a register of 16 or 32 bits passes to zero. */
  tops: readonly number[];
  /** The rate is the device's rating, not a guess. */
  isRated: boolean;
}

export interface RuleOptions {
  /** Rated AC power in W. */
  ratedPowerW?: number;
  /** Highest power in W that is usual where no rating bounds it. */
  likelyPowerW?: number;
  /** The counter's step in kWh, where it is known. */
  step?: number;
  /** Width of the raw counter; 16 and 32 are tried where it is unknown. */
  bits?: number;
}

const HOUR_MS = 3_600_000;
/** Head-room over the rating: inverters run above it for moments, and clocks jitter. */
const HEADROOM = 1.3;
/** Connections of houses stay below this; what is larger shows it by its steps. */
const LIKELY_POWER_W = 100_000;
const FEWEST_RISES = 3;
const MOST_FALLS = 0.1;
const LATTICES = [1000, 100, 10, 1, 0.1, 0.01, 0.001];
const LATTICE_SHARE = 0.9;
const LOOKED_AT = 100;
const NEARLY = 1e-6;
/** What a multiple may be off by because it is kept as a double, as a share of it. */
const ROUNDING = 1e-13;

/** A counter that would have to run longer than this at full power for one step is not believed to step so. */
const LONGEST_STEP_MS = HOUR_MS;
/** No register is so narrow that full power fills it sooner. */
const SOONEST_TOP_MS = 12 * HOUR_MS;

export function rulesOf({ times, values }: Samples, opts: RuleOptions): CounterRules {
  const rises = risesOf(times, values);
  const isRated = opts.ratedPowerW !== undefined;
  const watts = isRated
    ? HEADROOM * (opts.ratedPowerW ?? 0)
    : Math.max(opts.likelyPowerW ?? LIKELY_POWER_W, USUAL_FACTOR * usualPower(rises));
  const rate = watts / 1000 / HOUR_MS;
  const step = opts.step ?? learnStep(values, rises, rate);
  const bits = opts.bits === undefined ? [16, 32] : [opts.bits];
  const tops = bits.map((width) => 2 ** width * step);
  return { rate, step, isRated, tops: isRated ? tops.filter((top) => top > rate * SOONEST_TOP_MS) : tops };
}

/** Whether a span of time can hold a rise. */
export function isBelievable(rules: CounterRules, rise: number, spanMs: number): boolean {
  return rise >= -toleranceOf(rules) && rise <= rules.rate * spanMs + rules.step + toleranceOf(rules);
}

/** Counters that are kept as fractions waver in their last digits. */
export const toleranceOf = (rules: CounterRules) => rules.step * 1e-3;

interface Rises {
  kwh: number[];
  spans: number[];
  /** Pairs of readings with no rise between them. */
  flat: number;
  falls: number;
}

function risesOf(times: Float64Array, values: Float64Array): Rises {
  const rises: Rises = { kwh: [], spans: [], flat: 0, falls: 0 };
  const stride = Math.max(1, Math.floor(times.length / LOOKED_AT / 4));
  for (let i = 1; i < times.length; i += stride) {
    const rise = (values[i] ?? 0) - (values[i - 1] ?? 0);
    if (rise === 0) rises.flat += 1;
    if (rise < 0) rises.falls += 1;
    if (rise <= 0) continue;
    rises.kwh.push(rise);
    rises.spans.push((times[i] ?? 0) - (times[i - 1] ?? 0));
  }
  return rises;
}

/** Power in W that the counter usually shows; 0 where too few rises tell it, or where it falls too often to be a counter. */
function usualPower({ kwh, spans, falls }: Rises): number {
  if (kwh.length < FEWEST_USUAL || falls > MOST_FALLS * kwh.length) return 0;
  return lowerMedian(kwh.map((rise, i) => (rise * 1000 * HOUR_MS) / (spans[i] ?? NaN)));
}

/** The step of a counter: the decimal all its readings are multiples of, or the same rise again and again. */
function learnStep(values: Float64Array, rises: Rises, rate: number): number {
  const longest = Math.max(1, rate * LONGEST_STEP_MS);
  const lattice = LATTICES.find((one) => one <= longest && isOn(one, values)) ?? 0.001;
  const usual = lowerMedian(rises.kwh);
  const alike = rises.kwh.filter((rise) => Math.abs(rise - usual) <= usual / 10).length;
  const isStaircase =
    rises.kwh.length >= FEWEST_RISES &&
    rises.falls <= MOST_FALLS * rises.kwh.length &&
    alike >= rises.kwh.length / 2 &&
    rises.flat >= rises.kwh.length;
  return isStaircase && usual <= longest && usual > rate * lowerMedian(rises.spans)
    ? Math.max(lattice, usual)
    : lattice;
}

/** Whether nearly all readings are multiples of a number; a few bad ones may be anything. */
function isOn(lattice: number, values: Float64Array): boolean {
  const stride = Math.max(1, Math.floor(values.length / LOOKED_AT));
  const mostOff = (1 - LATTICE_SHARE) * (values.length / stride);
  let looked = 0;
  let off = 0;
  for (let i = 0; i < values.length && off <= mostOff; i += stride) {
    const value = values[i] ?? 0;
    if (value === 0) continue;
    looked += 1;
    const multiple = value / lattice;
    if (Math.abs(multiple - Math.round(multiple)) > Math.max(NEARLY, ROUNDING * Math.abs(multiple))) off += 1;
  }
  return looked > 0 && off <= (1 - LATTICE_SHARE) * looked;
}
