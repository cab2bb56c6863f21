import { addDays } from '../../../lib/time/zone.ts';

export const TRENDS = ['month', 'year', 'total'] as const;
export type Trend = (typeof TRENDS)[number];

/** A month by its days, a year by its months, or all years. */
export interface TrendRange {
  grain: 'day' | 'month' | 'year';
  /** The month or year, as `2026-11` or `2026`; empty for all years. */
  period: string;
  /** First and last local day. */
  from: string;
  to: string;
  /** Starts of the buckets, those without energy too; undefined where the answer says which there are. */
  starts: readonly string[] | undefined;
}

/** What a trend shows: the month or year of `at`, or that of the station's day. */
export function trendRange(trend: Trend, at: string, today: string): TrendRange {
  if (trend === 'total')
    return { grain: 'year', period: '', from: '2000-01-01', to: today, starts: undefined };
  const length = trend === 'month' ? 7 : 4;
  const running = today.slice(0, length);
  const isOne = trend === 'month' ? /^\d{4}-(?:0[1-9]|1[0-2])$/ : /^\d{4}$/;
  const period = isOne.test(at) && at < running && at >= '2000' ? at : running;
  return trend === 'month' ? monthOf(period) : yearOf(period);
}

function monthOf(period: string): TrendRange {
  const from = `${period}-01`;
  const to = addDays(`${shiftPeriod(period, 1)}-01`, -1);
  const starts = Array.from({ length: Number(to.slice(8)) }, (_, place) => addDays(from, place));
  return { grain: 'day', period, from, to, starts };
}

function yearOf(period: string): TrendRange {
  const starts = Array.from({ length: 12 }, (_, place) => `${period}-${String(place + 1).padStart(2, '0')}`);
  return { grain: 'month', period, from: `${period}-01-01`, to: `${period}-12-31`, starts };
}

/** The month or year so many later or, below zero, earlier. */
export function shiftPeriod(period: string, steps: number): string {
  const [year = 0, month] = period.split('-').map(Number);
  if (month === undefined) return String(year + steps);
  const months = year * 12 + month - 1 + steps;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The same stretch a year before. */
export const yearBefore = ({ period }: TrendRange): TrendRange =>
  period.length === 7 ? monthOf(shiftPeriod(period, -12)) : yearOf(shiftPeriod(period, -1));
