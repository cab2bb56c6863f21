import { addDays } from '../../lib/time/zone.ts';

export const CALENDAR_VIEWS = ['month', 'list'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** What a calendar shows: a month, or a year as a list. */
export interface CalendarSpan {
  /** `2026-11` or `2026`. */
  period: string;
  /** First and last day of it. */
  from: string;
  to: string;
}

const LETTERS = { month: 7, list: 4 } as const;
const FORM = {
  month: /^(?:19[89]\d|20\d\d)-(?:0[1-9]|1[0-2])$/,
  list: /^(?:19[89]\d|20\d\d)$/,
} as const;

/** The month or year of `at`, or that of today where it is none. */
export function calendarSpan(view: CalendarView, at: string, today: string): CalendarSpan {
  const period = FORM[view].test(at) ? at : today.slice(0, LETTERS[view]);
  if (view === 'list') return { period, from: `${period}-01-01`, to: `${period}-12-31` };
  const from = `${period}-01`;
  return { period, from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

/** The month or year so many later or, below zero, earlier. */
export function shiftSpan({ period, from, to }: CalendarSpan, steps: -1 | 1): string {
  return (steps > 0 ? addDays(to, 1) : addDays(from, -1)).slice(0, period.length);
}

const DAYS_OF_WEEK = 7;

/** Days of the whole weeks, Monday first, that a month touches. */
export function weeksOf({ from, to }: CalendarSpan): string[][] {
  const weekday = (new Date(from).getUTCDay() + 6) % DAYS_OF_WEEK;
  const weeks: string[][] = [];
  for (let monday = addDays(from, -weekday); monday <= to; monday = addDays(monday, DAYS_OF_WEEK))
    weeks.push(Array.from({ length: DAYS_OF_WEEK }, (_, place) => addDays(monday, place)));
  return weeks;
}
