import { storedPreferences } from '../settings/preferences.ts';
import type { UrlField } from '../url-state.ts';
import { addDays, startOfDay } from './zone.ts';

export const RANGE_PRESETS = [
  'today',
  'yesterday',
  'days7',
  'days30',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** Local calendar days, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** What is chosen: a named range that moves with the calendar, or fixed days. */
export type RangeChoice = RangePreset | DayRange;

/** First day of a day's week, where weeks begin on `first` (1 Monday to 7 Sunday). */
const weekBegin = (day: string, first: number): string =>
  addDays(day, -((new Date(day).getUTCDay() + 7 - (first % 7)) % 7));
const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;
const yearStart = (day: string): string => `${day.slice(0, 4)}-01-01`;

function since(from: string, to: string): DayRange {
  return { from, to };
}

const PRESETS: Record<RangePreset, (today: string, weekStart: number) => DayRange> = {
  today: (today) => since(today, today),
  yesterday: (today) => since(addDays(today, -1), addDays(today, -1)),
  days7: (today) => since(addDays(today, -6), today),
  days30: (today) => since(addDays(today, -29), today),
  thisWeek: (today, first) => since(weekBegin(today, first), today),
  lastWeek: (today, first) =>
    since(addDays(weekBegin(today, first), -7), addDays(weekBegin(today, first), -1)),
  thisMonth: (today) => since(monthStart(today), today),
  lastMonth: (today) => {
    const last = addDays(monthStart(today), -1);
    return since(monthStart(last), last);
  },
  thisYear: (today) => since(yearStart(today), today),
  lastYear: (today) => {
    const last = addDays(yearStart(today), -1);
    return since(yearStart(last), last);
  },
};

/** The days of a choice, seen from the station's own day. Weeks begin as the account wants it. */
export const resolveRange = (
  choice: RangeChoice,
  today: string,
  weekStart: number = storedPreferences.get().weekStart,
): DayRange => (typeof choice === 'string' ? PRESETS[choice](today, weekStart) : choice);

/** Days in a range, both ends counted. */
export const daysIn = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;

/** The range of the same length just before (-1) or after (1), as fixed days. */
export function shiftRange(range: DayRange, direction: -1 | 1): DayRange {
  const days = daysIn(range) * direction;
  return { from: addDays(range.from, days), to: addDays(range.to, days) };
}

/** First moment of the range and first moment after it (epoch milliseconds) in a zone. */
export function rangeTimes(range: DayRange, zone: string): { from: number; to: number } {
  return { from: startOfDay(range.from, zone), to: startOfDay(addDays(range.to, 1), zone) };
}

const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;

/** A range in the address: `range=days7` or `range=2026-11-01..2026-11-20`. */
export const rangeField = (fallback: RangePreset): UrlField<RangeChoice> => ({
  read: (text) => {
    const days = DAYS.exec(text ?? '');
    if (days && isDay(days[1]!) && isDay(days[2]!) && days[1]! <= days[2]!)
      return { from: days[1]!, to: days[2]! };
    return RANGE_PRESETS.find((preset) => preset === text) ?? fallback;
  },
  write: (choice) => {
    if (typeof choice === 'object') return `${choice.from}..${choice.to}`;
    return choice === fallback ? undefined : choice;
  },
});

const isDay = (text: string): boolean => new Date(Date.parse(text) || Number.NaN).getTime() > 0;
