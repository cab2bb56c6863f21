import { expect, test } from 'vitest';
import { sumAvailability, type DeviceDay } from './availability.ts';

const HOUR = 3_600_000;
const day = (changes: Partial<DeviceDay> = {}): DeviceDay => ({
  daylight: 10 * HOUR,
  covered: 1,
  running: 100,
  outages: 0,
  ratedPower: 5000,
  ...changes,
});

function availabilityOf(days: readonly DeviceDay[]) {
  const sums = sumAvailability();
  for (const one of days) sums.add(one);
  return sums.availability();
}

test('nothing known is unknown, not zero and not all', () => {
  expect(availabilityOf([])).toEqual({ communication: null, technical: null });
  const silent = day({ covered: null, running: 0 });
  expect(availabilityOf([silent])).toEqual({ communication: null, technical: null });
});

test('a silent day counts against communication alone, and by its daylight', () => {
  const silent = day({ covered: 0, running: 0, daylight: 5 * HOUR });
  expect(availabilityOf([day(), silent])).toEqual({ communication: 10 / 15, technical: 1 });
  const dark = day({ covered: 0, daylight: 0, running: 0 });
  expect(availabilityOf([day({ covered: 0.5 }), dark]).communication).toBe(0.5);
});

test('outages weigh by the power that was out, where that is known of all', () => {
  const large = day({ ratedPower: 15_000 });
  const out = day({ running: 50, outages: 50 });
  expect(availabilityOf([large, out]).technical).toBe((15 + 2.5) / 20);
  expect(availabilityOf([day({ ratedPower: null }), out]).technical).toBe(0.75);
});

test('the availability of a month is not the mean of its days', () => {
  const short = day({ running: 1, outages: 1 });
  expect(availabilityOf([day({ running: 98, outages: 0 }), short]).technical).toBe(0.99);
});
