import { expect, test } from 'vitest';
import { gapLimit } from './gap-limit.ts';

const MINUTE = 60_000;
const every = (minutes: number, count: number) =>
  Array.from({ length: count }, (_, i) => i * minutes * MINUTE);

test('a silence of a quarter of an hour is a gap, of a slow device twice its step', () => {
  expect(gapLimit(every(1, 20))).toBe(15 * MINUTE);
  expect(gapLimit(every(60, 20))).toBeCloseTo(126 * MINUTE);
});

test('two samples do not tell how often a device reports', () => {
  expect(gapLimit([0, 600 * MINUTE])).toBe(15 * MINUTE);
});

test('more than six hours are a gap, however rarely a device reports', () => {
  expect(gapLimit(every(600, 20))).toBe(360 * MINUTE);
});
