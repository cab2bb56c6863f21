import { addDays } from './zone.ts';

export const TRENDS = ['week', 'month', 'year', 'total'] as const;
export type Trend = (typeof TRENDS)[number];

const DAYS_OF_WEEK = 7;
/** A year before, a week begins on the same day of the week again. */
const WEEKS_OF_YEAR = 52;

/** A week or month by its days, a year by its months, or all years. */
export interface TrendRange {
  grain: 'day' | 'month' | 'year';
  /** The week by its Monday (`2026-11-23`), the month or year as `2026-11` or `2026`; empty for all years. */
  period: string;
  /** First and last local day. */
  from: string;
  to: string;
  /** Starts of the buckets, those without energy too; undefined where the answer says which there are. */
  starts: readonly string[] | undefined;
}

/** The question for the energies of all years. */
export const allYears = (today: string) => ({ grain: 'year', from: '2000-01-01', to: today }) as const;

/** What a trend shows: the week, month or year of `at`, or that of the station's day. */
export function trendRange(trend: Trend, at: string, today: string): TrendRange {
  if (trend === 'total') return { ...allYears(today), period: '', starts: undefined };
  const running = runningPeriod(trend, today);
  const period = isPeriod(trend, at) && at < running && at >= '2000' ? at : running;
  return rangeOf(period);
}

/** The week, month or year that a day lies in. */
export function runningPeriod(trend: Trend, day: string): string {
  if (trend === 'week') return mondayOf(day);
  return day.slice(0, trend === 'month' ? 7 : trend === 'year' ? 4 : 0);
}

function isPeriod(trend: Trend, at: string): boolean {
  if (trend === 'week') return isDay(at) && mondayOf(at) === at;
  return (trend === 'month' ? /^\d{4}-(?:0[1-9]|1[0-2])$/ : /^\d{4}$/).test(at);
}

/** Whether it is a day that the calendar has. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % DAYS_OF_WEEK));

function rangeOf(period: string): TrendRange {
  if (period.length === 10) return weekOf(period);
  return period.length === 7 ? monthOf(period) : yearOf(period);
}

const daysFrom = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 }, (_, place) =>
    addDays(from, place),
  );

function weekOf(period: string): TrendRange {
  const to = addDays(period, DAYS_OF_WEEK - 1);
  return { grain: 'day', period, from: period, to, starts: daysFrom(period, to) };
}

function monthOf(period: string): TrendRange {
  const from = `${period}-01`;
  const to = addDays(`${shiftPeriod(period, 1)}-01`, -1);
  return { grain: 'day', period, from, to, starts: daysFrom(from, to) };
}

function yearOf(period: string): TrendRange {
  const starts = Array.from({ length: 12 }, (_, place) => `${period}-${String(place + 1).padStart(2, '0')}`);
  return { grain: 'month', period, from: `${period}-01-01`, to: `${period}-12-31`, starts };
}

/** The week, month or year so many later or, below zero, earlier. */
export function shiftPeriod(period: string, steps: number): string {
  if (period.length === 10) return addDays(period, steps * DAYS_OF_WEEK);
  const [year = 0, month] = period.split('-').map(Number);
  if (month === undefined) return String(year + steps);
  const months = year * 12 + month - 1 + steps;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

/** The same stretch a year before; of a week, its days of the week 52 weeks before. */
export function yearBefore({ period }: TrendRange): TrendRange {
  const stepsOfYear = period.length === 10 ? WEEKS_OF_YEAR : period.length === 7 ? 12 : 1;
  return rangeOf(shiftPeriod(period, -stepsOfYear));
}
