import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOfYear, yearDayInto } from './day-of-year.ts';

it.each([
  ['2023-01-01T00:00:00Z', 1],
  ['2023-02-28T23:59:59.999Z', 59],
  ['2023-03-01T00:00:00Z', 60],
  ['2024-02-29T12:00:00Z', 60],
  ['2024-03-01T00:00:00Z', 61],
  ['2024-12-31T23:59:59Z', 366],
  ['2000-12-31T00:00:00Z', 366],
  ['1900-12-31T00:00:00Z', 365],
  ['1969-12-31T23:00:00Z', 365],
])('%s is day %d', (text, day) => {
  expect(dayOfYear(Date.parse(text))).toBe(day);
});

it('agrees with the calendar for any time', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(1600, 0, 1), max: Date.UTC(2600, 0, 1) }), (time) => {
      const year = new Date(time).getUTCFullYear();
      const day = { year: 0, dayOfYear: 0 };
      yearDayInto(time, day);
      expect(day).toEqual({ year, dayOfYear: Math.floor((time - Date.UTC(year, 0, 1)) / 86_400_000) + 1 });
    }),
  );
});

it('does not know the day of an unknown time', () => {
  expect(dayOfYear(NaN)).toBeNaN();
});
