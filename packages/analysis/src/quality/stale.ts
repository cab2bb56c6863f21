import { roundEven } from '../stats/round-even.ts';
import { checkWindow, markWindows, type Flags, type Mark } from './flags.ts';

export interface StaleOptions {
  /** Rows that must be alike; 6 unless told. */
  window?: number;
  /** Share of the first value; 1e-5 unless told. */
  rtol?: number;
  /** 1e-8 unless told. */
  atol?: number;
  /** `tail` unless told. */
  mark?: Mark;
}

export interface StaleRoundOptions extends Pick<StaleOptions, 'window' | 'mark'> {
  /** 3 unless told. */
  decimals?: number;
}

/** Ends of the windows in which all values are close to the first; none with an unknown value. */
function alikeEnds(values: Float64Array, window: number, { rtol = 1e-5, atol = 1e-8 }: StaleOptions): Flags {
  return Uint8Array.from(values, (_, end) => {
    if (end < window - 1) return 0;
    const first = values[end - window + 1]!;
    const near = atol + rtol * Math.abs(first);
    for (let row = end - window + 1; row <= end; row += 1)
      if (!(Math.abs(values[row]! - first) <= near)) return 0;
    return 1;
  });
}

const changes = (values: Float64Array) =>
  values.map((value, row) => (row === 0 ? NaN : value - values[row - 1]!));

/** Values that stand still: `window` of them within a tolerance of the first. Throws for fewer than two. pvanalytics, `quality.gaps.stale_values_diff`. */
export function staleValuesDiff(values: Float64Array, options: StaleOptions = {}): Flags {
  const { window = 6, mark = 'tail' } = options;
  checkWindow(window, 2);
  return markWindows(alikeEnds(values, window, options), window, mark);
}

/** Values that stand still: `window` of them the same when rounded. Throws for fewer than two. pvanalytics, `quality.gaps.stale_values_round`. */
export function staleValuesRound(values: Float64Array, options: StaleRoundOptions = {}): Flags {
  const { window = 6, decimals = 3, mark = 'tail' } = options;
  checkWindow(window, 2);
  const scale = 10 ** decimals;
  const steps = changes(values.map((value) => roundEven(value * scale) / scale));
  let same = 0;
  const ends = Uint8Array.from(steps, (step) => {
    same = step === 0 ? same + 1 : 0;
    return Number(same >= window - 1);
  });
  return markWindows(ends, window, mark);
}

/** Values on a straight line: `window` of them with the same step. Throws for fewer than three. pvanalytics, `quality.gaps.interpolation_diff`. */
export function interpolationDiff(values: Float64Array, options: StaleOptions = {}): Flags {
  const { window = 6, mark = 'tail' } = options;
  checkWindow(window, 3);
  return markWindows(alikeEnds(changes(values), window - 1, options), window, mark);
}
