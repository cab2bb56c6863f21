import { expect, test } from 'vitest';
import { areasOf } from './day-spark.tsx';
import { expectedPercent, lostToday } from './expected-columns.tsx';

test('what is not known is not zero, and a better day than expected loses nothing', () => {
  expect(lostToday({ energyToday: null, expectedToday: 10 })).toBeNull();
  expect(lostToday({ energyToday: 12, expectedToday: 10 })).toBe(0);
  expect(expectedPercent({ energyToday: 4, expectedToday: null }, 10)).toBeNull();
  expect(expectedPercent({ energyToday: 12, expectedToday: 10 }, 10)).toBe(120);
});

test('minutes after sunrise say nothing of the day', () => {
  expect(expectedPercent({ energyToday: 0, expectedToday: 0.4 }, 10)).toBeNull();
  expect(expectedPercent({ energyToday: 0, expectedToday: 0 }, 0)).toBeNull();
});

test('a gap parts the picture of a day', () => {
  expect(areasOf([null, 100, 50, null, 100], 100)).toHaveLength(2);
  expect(areasOf([null, null], 100)).toEqual([]);
});
