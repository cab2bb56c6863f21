import { expect, test } from 'vitest';
import { calendarSpan, shiftSpan, weeksOf } from './calendar-span.ts';

test('a month ends with its last day, also of leap years and Decembers', () => {
  expect(calendarSpan('month', '2028-02', '2026-06-21')).toEqual({
    period: '2028-02',
    from: '2028-02-01',
    to: '2028-02-29',
  });
  expect(calendarSpan('month', '2026-12', '2026-06-21').to).toBe('2026-12-31');
});

test('what is no month or year shows that of today', () => {
  expect(calendarSpan('month', '2026-13', '2026-06-21').period).toBe('2026-06');
  expect(calendarSpan('list', '2026-06', '2026-06-21').period).toBe('2026');
});

test('steps cross years', () => {
  expect(shiftSpan(calendarSpan('month', '2026-12', ''), 1)).toBe('2027-01');
  expect(shiftSpan(calendarSpan('month', '2026-01', ''), -1)).toBe('2025-12');
  expect(shiftSpan(calendarSpan('list', '2026', ''), -1)).toBe('2025');
});

test('weeks are whole and begin on Mondays', () => {
  const weeks = weeksOf(calendarSpan('month', '2026-11', ''));
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
});
