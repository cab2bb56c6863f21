import { excursionLength } from './excursion.ts';
import { sortSamples } from './samples.ts';

/**
 * What a step between two readings means.
 * - `normal`: the energy of this span
 * - `rollover`: the counter passed its highest value; energy counted over the wrap
 * - `gap`: real energy, but over so long a silence that its time inside the span is unknown
 * - `reset`: the counter went to another level (reset, replacement): energy unknown, 0
 * - `spike`: the reading at `to` is not believed: 0, and the next step starts from the reading before it
 */
export type CounterStepKind = 'normal' | 'rollover' | 'gap' | 'reset' | 'spike';

/** Energy between two readings; `from` and `to` in epoch milliseconds. */
export interface CounterStep {
  from: number;
  to: number;
  kwh: number;
  kind: CounterStepKind;
}

export interface CounterOptions {
  /** Width of the raw counter: 16 or 32 in most registers. Without it, no fall is taken for a rollover. */
  bits?: number;
  /** Energy of one count in kWh, 1 unless told; also the resolution when `valuesIn` is `kWh`. */
  scale?: number;
  /** What the values are: raw counts (the default) or kWh, `scale` already applied. */
  valuesIn?: 'counts' | 'kWh';
  /**
   * Rated AC power in W: no step may hold more than 1.3 times what it gives. Without it any rise is believed.
   */
  ratedPowerW?: number;
  /** A span longer than this is a `gap`; 20 min unless told. */
  maxGapMs?: number;
  /** A reading of 0 after a higher one means "no value" (SunSpec acc32 at start-up). */
  zeroIsNull?: boolean;
  /**
   * A fall is a spike, not a reset, if the counter jumps back to its level within this time; 24 h unless
   * told.
   */
  returnWithinMs?: number;
}

/** Loggers that report each quarter of an hour are sometimes late. */
const DEFAULT_MAX_GAP_MS = 20 * 60_000;
const DEFAULT_RETURN_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
/** Head-room over the rating: inverters run above it for moments, and clocks jitter. */
const HEADROOM = 1.3;

function withoutZeros(times: Float64Array, counts: Float64Array) {
  let highest = 0;
  const keep = counts.map((count) => {
    const valid = !(count === 0 && highest > 0);
    highest = Math.max(highest, count);
    return valid ? 1 : 0;
  });
  return {
    times: times.filter((_, i) => keep[i] === 1),
    counts: counts.filter((_, i) => keep[i] === 1),
  };
}

function readingsOf(times: ArrayLike<number>, values: ArrayLike<number>, opts: CounterOptions) {
  const sorted = sortSamples(times, values);
  const scale = opts.scale ?? 1;
  const counts = opts.valuesIn === 'kWh' ? sorted.values.map((kwh) => kwh / scale) : sorted.values;
  return opts.zeroIsNull ? withoutZeros(sorted.times, counts) : { times: sorted.times, counts };
}

/** Without a rating, a wrap is believed when it is this small a part of the counter's range. */
const UNRATED_WRAP = 1 / 16;

/** Most counts a span can hold: 1.3 x rated power x time, in whole counts, at least one. */
function countLimit(opts: CounterOptions): (spanMs: number) => number {
  const { ratedPowerW, scale = 1 } = opts;
  if (ratedPowerW === undefined) return () => Infinity;
  const countsPerMs = (HEADROOM * ratedPowerW) / 1000 / HOUR_MS / scale;
  return (spanMs) => Math.max(1, Math.ceil(countsPerMs * spanMs));
}

/**
 * Energy between the readings of an energy counter that should only grow.
 *
 * With d = reading - last believed reading and a limit of 1.3 x rated power x dt (at least one count):
 * 0 <= d <= limit is energy; a rise or fall that soon comes back is a spike and counts nothing, so the
 * return counts once; d < 0 with d + 2^bits <= limit is a rollover; whatever is left is a reset, whose
 * energy is unknown. A span longer than `maxGapMs` keeps its energy as `gap`.
 *
 * Input may be unordered, repeated or hold NaN. The steps are in time order; those that are not spikes join
 * end to end, and their `kwh` sums to last - first reading when nothing was reset.
 */
export function counterSteps(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  opts: CounterOptions = {},
): CounterStep[] {
  const readings = readingsOf(times, values, opts);
  const { scale = 1, maxGapMs = DEFAULT_MAX_GAP_MS, bits, returnWithinMs = DEFAULT_RETURN_MS } = opts;
  const limit = countLimit(opts);
  const modulus = bits === undefined ? Infinity : 2 ** bits;
  const wraps = (rise: number, span: number) =>
    rise < 0 && rise + modulus <= Math.min(limit(span), opts.ratedPowerW ? Infinity : modulus * UNRATED_WRAP);
  const steps: CounterStep[] = [];
  const at = (i: number) => ({ time: readings.times[i] ?? NaN, count: readings.counts[i] ?? NaN });
  let last = at(0);
  for (let i = 1; i < readings.times.length; i++) {
    const reading = at(i);
    const rise = reading.count - last.count;
    const span = reading.time - last.time;
    const away = excursionLength(readings, { index: i, last, limit, returnWithinMs });
    const add = (kind: CounterStepKind, counts: number) =>
      steps.push({ from: last.time, to: reading.time, kwh: counts * scale, kind });
    if (away > 0) {
      for (let j = i; j < i + away; j++)
        steps.push({ from: last.time, to: at(j).time, kwh: 0, kind: 'spike' });
      i += away - 1;
      continue;
    }
    if (rise >= 0 && rise <= limit(span)) add(span > maxGapMs ? 'gap' : 'normal', rise);
    else if (bits !== undefined && wraps(rise, span))
      add(span > maxGapMs ? 'gap' : 'rollover', rise + modulus);
    else add('reset', 0);
    last = reading;
  }
  return steps;
}
