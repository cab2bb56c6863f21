import { expect, test } from 'vitest';
import { nextCount } from './next-count.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('an alarm that stands is counted the rarer the longer it stands', () => {
  expect(nextCount({ beganAt: 0, recoveredAt: null }, MINUTE)).toBe(11 * MINUTE);
  expect(nextCount({ beganAt: 0, recoveredAt: null }, 50 * DAY)).toBe(51 * DAY);
});

test('an alarm that recovered is counted until its day is settled, a last time then', () => {
  const alarm = { beganAt: 0, recoveredAt: DAY };
  expect(nextCount(alarm, DAY + MINUTE)).toBe(DAY + 11 * MINUTE);
  expect(nextCount(alarm, 1.9 * DAY)).toBe(2 * DAY);
  expect(nextCount(alarm, 2 * DAY)).toBeNull();
});
