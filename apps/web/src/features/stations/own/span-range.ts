import { addDays } from '../../../lib/time/zone.ts';
import { shiftPeriod, trendRange, type TrendRange } from '../../../lib/time/trend-range.ts';

export const SPANS = ['day', 'week', 'month', 'year'] as const;
export type Span = (typeof SPANS)[number];

/** A day by its hours, a week or month by its days, a year by its months. */
export interface SpanRange {
  grain: 'hour' | TrendRange['grain'];
  /** The day, the week by its Monday, the month or year. */
  period: string;
  /** First and last local day. */
  from: string;
  to: string;
  /** Starts of the buckets, those without energy too. */
  starts: readonly string[];
}

const DAY = /^2\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The span `at`; that of today where it is none of the past. */
export function spanRange(span: Span, at: string, today: string): SpanRange {
  if (span !== 'day') {
    const { starts = [], ...range } = trendRange(span, at, today);
    return { ...range, starts };
  }
  const day = DAY.test(at) && at < today && addDays(at, 0) === at ? at : today;
  return { grain: 'hour', period: day, from: day, to: day, starts: hoursOf(day) };
}

/** The span before or after. */
export const shiftSpan = (span: Span, { period }: SpanRange, steps: -1 | 1): string =>
  span === 'day' ? addDays(period, steps) : shiftPeriod(period, steps);

const hoursOf = (day: string) =>
  Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`);
