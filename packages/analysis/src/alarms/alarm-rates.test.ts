import { expect, test } from 'vitest';
import { alarmRates, nuisanceScore, topTenShare } from './alarm-rates.ts';

const TEN = 600_000;
const rates = (...counts: number[]) =>
  alarmRates(new Map(counts.entries()), { from: 0, to: counts.length * TEN });

test('the mean of ten minutes counts quiet ones, the peak says when it was', () => {
  expect(rates(2, 0, 4, 0)).toEqual({
    mean: 1.5,
    peak: 4,
    peakAt: 2 * TEN,
    busyShare: 0,
    floods: 0,
    floodShare: 0,
  });
});

test('a flood begins with ten alarms in ten minutes and ends with fewer than five', () => {
  // 9 is none yet; 10, 6 and 5 are one flood; 4 ends it; 12 is another one, and 11 to 12 are the only busy ones.
  const found = rates(9, 10, 6, 5, 4, 9, 12, 0);
  expect(found.floods).toBe(2);
  expect(found.floodShare).toBe(4 / 8);
  expect(found.busyShare).toBe(1 / 8);
});

test('what is left out had no alarms, and less than ten minutes have no rate', () => {
  expect(alarmRates(new Map([[5, 6]]), { from: 0, to: 6 * TEN }).mean).toBe(1);
  expect(alarmRates(new Map(), { from: 0, to: TEN - 1 })).toMatchObject({ mean: null, floodShare: null });
});

test('the share of the ten most frequent', () => {
  // Twelve codes of 78 alarms: 12 + 11 + … + 3 = 75.
  expect(topTenShare([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])).toBe(75 / 78);
  expect(topTenShare([3])).toBe(1);
  expect(topTenShare([])).toBeNull();
});

test('a nuisance is frequent, short and left alone', () => {
  expect(nuisanceScore({ alarms: 100, fleeting: 80, unhandled: 50 })).toBe(40);
  expect(nuisanceScore({ alarms: 100, fleeting: 100, unhandled: 100 })).toBe(100);
  expect(nuisanceScore({ alarms: 100, fleeting: 0, unhandled: 100 })).toBe(0);
  expect(nuisanceScore({ alarms: 0, fleeting: 0, unhandled: 0 })).toBe(0);
});
