import type { Rule } from './rules.ts';

/** From and to, both included; one of them may be open. */
export interface Range<T> {
  from?: T;
  to?: T;
}

const NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads `5..10`, `5..` or `..10`; undefined for anything else, also where the first is larger than the second. */
export function readRange(text: string): Range<number> | undefined {
  const ends = endsOf(text, NUMBER);
  return ends && inOrder({ ...mapped(ends.from, 'from'), ...mapped(ends.to, 'to') });
}

/** The same of days, `2020-01-01..2020-12-31`. */
export function readDayRange(text: string): Range<string> | undefined {
  const ends = endsOf(text, DAY);
  if (!ends || [ends.from, ends.to].some((day) => day !== '' && !isDay(day))) return undefined;
  return inOrder({ ...(ends.from ? { from: ends.from } : {}), ...(ends.to ? { to: ends.to } : {}) });
}

/** As `readRange` reads it; empty for a range without ends. */
export const rangeText = ({ from, to }: Range<number | string>): string =>
  from === undefined && to === undefined ? '' : `${from ?? ''}..${to ?? ''}`;

export const rangeRule = (text: string): Rule | undefined => (readRange(text) ? undefined : 'rangeInvalid');
export const dayRangeRule = (text: string): Rule | undefined =>
  readDayRange(text) ? undefined : 'rangeInvalid';

function endsOf(text: string, shape: RegExp): { from: string; to: string } | undefined {
  const [from, to, ...more] = text.split('..');
  if (from === undefined || to === undefined || more.length > 0 || from + to === '') return undefined;
  return [from, to].every((end) => end === '' || shape.test(end)) ? { from, to } : undefined;
}

const mapped = (end: string, name: 'from' | 'to'): Range<number> =>
  end === '' ? {} : { [name]: Number(end) };

function inOrder<T extends number | string>(range: Range<T>): Range<T> | undefined {
  const { from, to } = range;
  return from !== undefined && to !== undefined && from > to ? undefined : range;
}

/** Whether a calendar has it, and a database takes it. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(day) && day >= '1000';
}
