import { expect, test } from 'vitest';
import { dirtOf } from './dirt.ts';

const DAY = 86_400_000;
const times = Float64Array.from({ length: 180 }, (_, day) => Date.UTC(2026, 0, 1) + day * DAY);
const noise = (day: number) => 1 + 0.004 * Math.sin(day * 12.9898);

test('slopes that end with a step up are dust, and the clean day after has none', () => {
  const ratios = times.map((_, day) => noise(day) * (0.95 - 0.002 * (day % 45)));
  const dirt = dirtOf(times, ratios)!;
  expect(dirt[90 + 40]).toBeGreaterThan(0.05);
  expect(dirt[90 + 40]).toBeLessThan(0.11);
  expect(Math.max(...dirt.subarray(91, 96))).toBeLessThan(0.03);
});

test('a steady decline and a steady plant are none', () => {
  expect(
    Math.max(
      ...dirtOf(
        times,
        times.map((_, day) => noise(day) * (1 - 0.0008 * day)),
      )!,
    ),
  ).toBe(0);
  expect(
    Math.max(
      ...dirtOf(
        times,
        times.map((_, day) => noise(day)),
      )!,
    ),
  ).toBe(0);
});

test('too few known days say nothing', () => {
  expect(
    dirtOf(
      times,
      times.map((_, day) => (day < 50 ? 1 : NaN)),
    ),
  ).toBeUndefined();
});
