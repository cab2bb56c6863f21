import { expect, test } from 'vitest';
import { expectedPercent, lostToday } from './expected-share.ts';

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
