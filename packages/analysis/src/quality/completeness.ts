import { checkSeries } from '../stats/check-series.ts';
import { addDays, localDayOf } from '../time/local-days.ts';
import type { Flags } from './flags.ts';

export interface DayInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** IANA zone of the days; UTC unless told. */
  zone?: string;
}

export interface CompletenessInput extends DayInput {
  values: Float64Array;
}

export interface TrimInput extends DayInput {
  /** Whether a row is good. */
  good: Flags;
  /** Good days in a row at which data may begin or end; 10 unless told. */
  days?: number;
}

const DAY_MS = 86_400_000;

/**
 * Share of its day that the known values cover, for each row, by the first step. Throws where lengths differ or there is one row only. pvanalytics,
 * `quality.gaps.completeness_score`.
 */
export function completenessScore({ times, values, zone = 'UTC' }: CompletenessInput): Float64Array {
  checkSeries(times, { values });
  const names = Array.from(times, (time) => localDayOf(time, zone));
  const known = new Map<string, number>();
  for (const [row, name] of names.entries())
    known.set(name, (known.get(name) ?? 0) + Number(!Number.isNaN(values[row]!)));
  const share = (times[1]! - times[0]!) / DAY_MS;
  return Float64Array.from(names, (name) => known.get(name)! * share);
}

/** Rows of days that are covered by no less than a share, 0.333 unless told. pvanalytics, `quality.gaps.complete`. */
export const complete = (input: CompletenessInput, minimumCompleteness = 0.333): Flags =>
  Uint8Array.from(completenessScore(input), (share) => Number(share >= minimumCompleteness));

/** First and last good day of at least `days` in a row; null where there are none. */
function goodSpan({ times, good, days = 10, zone = 'UTC' }: TrimInput) {
  const states = new Map<string, boolean>();
  for (const [row, time] of times.entries()) {
    const name = localDayOf(time, zone);
    states.set(name, (states.get(name) ?? true) && good[row] === 1);
  }
  let first: string | null = null;
  let last = '';
  let before = '';
  let run = 0;
  for (const [name, isGood] of states) {
    const follows = before !== '' && addDays(before, 1) === name;
    run = isGood ? (follows ? run + 1 : 1) : 0;
    before = name;
    if (run < days) continue;
    first ??= addDays(name, 1 - days);
    last = name;
  }
  return first === null ? null : { first, last };
}

/**
 * Rows from the first of `days` good days in a row to the last of them, with what is between. A day without rows is not good. The last day is kept whole; pvanalytics
 * keeps its first row. Throws where lengths differ. pvanalytics, `quality.gaps.trim`.
 */
export function trim(input: TrimInput): Flags {
  checkSeries(input.times, { good: input.good });
  const span = goodSpan(input);
  if (span === null) return new Uint8Array(input.times.length);
  return Uint8Array.from(input.times, (time) => {
    const name = localDayOf(time, input.zone ?? 'UTC');
    return Number(name >= span.first && name <= span.last);
  });
}
