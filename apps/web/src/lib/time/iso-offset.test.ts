import { expect, test } from 'vitest';
import { isoWithOffset } from './iso-offset.ts';

test.each([
  ['Australia/Sydney', '2026-11-22T11:05:09+11:00'],
  ['UTC', '2026-11-22T00:05:09+00:00'],
  ['America/St_Johns', '2026-11-21T20:35:09-03:30'],
])('a moment in %s reads %s and means the same', (zone, text) => {
  const time = Date.UTC(2026, 10, 22, 0, 5, 9);
  expect(isoWithOffset(time, zone)).toBe(text);
  expect(Date.parse(text)).toBe(time);
});
