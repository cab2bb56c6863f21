import { shiftPeriod, trendRange } from '../../lib/time/trend-range.ts';
import { addDays } from '../../lib/time/zone.ts';

export const PAST_LENGTHS = ['day', 'month', 'year', 'total'] as const;
export type PastLength = (typeof PAST_LENGTHS)[number];

/** A stretch of days that are over. */
export interface PastSpan {
  /** `2026-11-21`, `2026-11` or `2026`; empty for all years. */
  period: string;
  /** Of its parts. */
  grain: 'day' | 'month' | 'year';
  from: string;
  to: string;
  /** Its parts, where they are known before the answer. */
  starts: readonly string[] | undefined;
  /** The last period of which something may be over. */
  last: string;
}

/** The day, month or year of `at`, or the last one of which something is over: nothing of the running day is judged. */
export function pastSpan(today: string, length: PastLength, at: string): PastSpan {
  const yesterday = addDays(today, -1);
  if (length === 'day') {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(at) && at < yesterday ? at : yesterday;
    return { period: day, grain: 'day', from: day, to: day, starts: [day], last: yesterday };
  }
  const { period, grain, from, to, starts } = trendRange(length, at, yesterday);
  return {
    period,
    grain,
    from,
    to: to < yesterday ? to : yesterday,
    starts,
    last: yesterday.slice(0, period.length),
  };
}

/** The period so many later, empty for the last one. */
export function pastPeriod({ period, last }: Pick<PastSpan, 'period' | 'last'>, steps: number): string {
  const next = shiftPeriod(period, steps);
  return next >= last ? '' : next;
}
