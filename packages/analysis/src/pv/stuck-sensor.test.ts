import { expect, test } from 'vitest';
import { stuckReadings } from './stuck-sensor.ts';

const FIVE = 5 * 60_000;
const always = { isDay: () => true, stepMs: FIVE };

test('a sensor that says the same for an hour of daylight hangs, one that changes does not', () => {
  const hanging = Array.from({ length: 14 }, () => 13.8);
  expect(stuckReadings([500, ...hanging, 700], always)).toEqual([false, ...hanging.map(() => true), false]);
  expect(stuckReadings([13.8, 13.8, 13.8, 14.2, 13.8], always)).not.toContain(true);
});

test('nights say nothing, and a gap ends no run', () => {
  const zeros = Array.from({ length: 20 }, () => 0);
  expect(stuckReadings(zeros, { ...always, isDay: () => false })).not.toContain(true);
  const broken = [...Array.from({ length: 7 }, () => 5), null, ...Array.from({ length: 7 }, () => 5)];
  expect(stuckReadings(broken, always)[0]).toBe(true);
  expect(stuckReadings(broken, always)[7]).toBe(false);
});
