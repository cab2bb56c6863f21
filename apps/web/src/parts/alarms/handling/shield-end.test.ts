import { expect, test } from 'vitest';
import { endOfShield } from './shield-end.ts';

const at = (text: string) => new Date(text).getTime();
const now = at('2026-08-31T10:00:00');

test('an end is a time from now, the end of a day, or never', () => {
  expect(endOfShield('day', { now, date: '' })).toBe(now + 86_400_000);
  expect(endOfShield('week', { now, date: '' })).toBe(now + 7 * 86_400_000);
  expect(endOfShield('threeMonths', { now, date: '' })).toBe(at('2026-11-30T10:00:00'));
  expect(endOfShield('sixMonths', { now, date: '' })).toBe(at('2027-02-28T10:00:00'));
  expect(endOfShield('month', { now: at('2026-12-15T10:00:00'), date: '' })).toBe(at('2027-01-15T10:00:00'));
  expect(endOfShield('date', { now, date: '2026-09-02' })).toBe(at('2026-09-02T23:59:59'));
  expect(endOfShield('date', { now, date: '' })).toBeNaN();
  expect(endOfShield('permanent', { now, date: '' })).toBeNull();
});
