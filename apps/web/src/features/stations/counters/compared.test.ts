import { expect, test } from 'vitest';
import { deviationOf, sumOf } from './compared.ts';

const day = (lifetimeCounter: number | null, counted: number | null) => ({
  day: '2026-06-01',
  lifetimeCounter,
  dayCounter: null,
  generationMeter: null,
  gridMeter: null,
  counted,
});

test('a sum is of the days that are known, and none where no day is', () => {
  const days = [day(2, 2), day(null, 3), day(4, 4)];
  expect(sumOf(days, 'lifetimeCounter')).toBe(6);
  expect(sumOf(days, 'counted')).toBe(9);
  expect(sumOf(days, 'dayCounter')).toBeNull();
});

test('a deviation is told where it can be seen', () => {
  expect(deviationOf(11, 10)).toBeCloseTo(10);
  expect(deviationOf(10.001, 10)).toBeNull();
  expect(deviationOf(1, 0)).toBeNull();
  expect(deviationOf(null, 10)).toBeNull();
});
