import { expect, test } from 'vitest';
import { roundTripOf, type RoundTripInput } from './round-trip.ts';

const of = (input: Partial<RoundTripInput>) =>
  roundTripOf({ charged: 40, discharged: 36, socStart: 50, socEnd: 50, nominalKwh: 10, soh: 100, ...input });

test('what stays in the battery is taken from what was charged', () => {
  expect(of({})).toEqual({ efficiency: 0.9, gap: null, stored: 0 });
  // 5 of 10 kWh stay, of a battery that is at 80 % 4 of 8.
  expect(of({ discharged: 30, socEnd: 100 })).toMatchObject({ efficiency: 30 / 35, stored: 5 });
  expect(of({ discharged: 30, socEnd: 100, soh: 80 })).toMatchObject({ efficiency: 30 / 36, stored: 4 });
  expect(of({ socStart: 100, discharged: 38 })).toMatchObject({ efficiency: 38 / 45, stored: -5 });
});

test('with little throughput the charge has to be equal at both ends', () => {
  const day = { charged: 8, discharged: 7 };
  expect(of({ ...day, socEnd: 52 }).efficiency).toBeCloseTo(7 / 7.8, 9);
  expect(of({ ...day, socEnd: 53 })).toMatchObject({ efficiency: null, gap: 'tooShort' });
  // 30 kWh are three times the capacity.
  expect(of({ charged: 16, discharged: 14, socEnd: 53 }).gap).toBeNull();
});

test('what is missing is named', () => {
  expect(of({ charged: null }).gap).toBe('noEnergy');
  expect(of({ discharged: null }).gap).toBe('noEnergy');
  expect(of({ charged: 0, discharged: 0 }).gap).toBe('noCharge');
  expect(of({ socEnd: null }).gap).toBe('noSoc');
  expect(of({ nominalKwh: null, socEnd: 90 })).toEqual({ efficiency: null, gap: 'noCapacity', stored: null });
  expect(of({ nominalKwh: null, soh: null })).toEqual({ efficiency: 0.9, gap: null, stored: null });
});

test('more given than taken is no efficiency', () => {
  expect(of({ discharged: 41 })).toMatchObject({ efficiency: null, gap: 'tooHigh' });
  expect(of({ charged: 4, discharged: 30, socEnd: 100 })).toMatchObject({ efficiency: null, gap: 'tooHigh' });
});
