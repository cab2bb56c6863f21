import type { Season } from './tariff.ts';

/** A leap year, so that 29 February has a place. */
const YEAR = 2024;
export const YEAR_DAYS = 366;

/** `MM-DD` of each day of a leap year. */
export const MONTH_DAYS: readonly string[] = Array.from({ length: YEAR_DAYS }, (_, at) =>
  new Date(Date.UTC(YEAR, 0, 1 + at)).toISOString().slice(5, 10),
);
const places = new Map(MONTH_DAYS.map((day, at) => [day, at]));

/** Place of `MM-DD` in a leap year, from 0; undefined for what is no day. */
export const placeOfDay = (monthDay: string): number | undefined => places.get(monthDay);

/** Whether a day of the year lies in a season. A season of days that are none holds nothing. */
export function inSeason({ from, to }: Season, place: number): boolean {
  const [first, last] = [placeOfDay(from), placeOfDay(to)];
  if (first === undefined || last === undefined) return false;
  return first <= last ? place >= first && place <= last : place >= first || place <= last;
}
