import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { performanceOf, type PerformanceDay } from './performance.ts';

const day = (of: Partial<PerformanceDay>): PerformanceDay => ({
  energy: 40,
  completeness: 1,
  irradiation: 5,
  expected: 50,
  hours: 24,
  ...of,
});

test('a day of 40 kWh of 10 kW under 5 kWh/m² has the yields and ratios that are worked by hand', () => {
  expect(performanceOf([day({})], 10)).toEqual({
    energy: 40,
    finalYield: 4,
    irradiation: 5,
    referenceYield: 5,
    performanceRatio: 0.8,
    capacityFactor: 40 / 240,
    expected: 50,
    energyPerformanceIndex: 0.8,
    energyDays: 1,
    irradiationDays: 1,
    judgedDays: 1,
    comparedDays: 1,
  });
});

test('days of which one side is missing leave both sums of the ratio, and stay in the sum of their own side', () => {
  const days = [day({}), day({ energy: 100, irradiation: null }), day({ energy: null, irradiation: 9 })];
  expect(performanceOf(days, 10)).toMatchObject({
    energy: 140,
    irradiation: 14,
    performanceRatio: 0.8,
    energyDays: 2,
    irradiationDays: 2,
    judgedDays: 1,
  });
});

test('the energy performance index is a ratio of sums of the days of which both are known', () => {
  const days = [
    day({ expected: 100, energy: 100 }),
    day({ expected: 10, energy: 5 }),
    day({ expected: null, energy: 900 }),
    day({ expected: 900, energy: null }),
    day({ expected: 900, completeness: 0.69 }),
  ];
  expect(performanceOf(days, 10)).toMatchObject({
    energyPerformanceIndex: 105 / 110,
    expected: 1910,
    comparedDays: 2,
  });
  // It needs no nameplate power, and a night has none.
  expect(performanceOf([day({})], 0).energyPerformanceIndex).toBe(0.8);
  expect(performanceOf([day({ energy: 0, expected: 0 })], 10).energyPerformanceIndex).toBeNull();
});

test('a day with too few samples has an energy and no ratio', () => {
  expect(performanceOf([day({ completeness: 0.69 })], 10)).toMatchObject({
    energy: 40,
    finalYield: 4,
    performanceRatio: null,
  });
  expect(performanceOf([day({ completeness: 0.7 })], 10).performanceRatio).toBe(0.8);
});

test('nothing is null, never zero: no days, no capacity, a night without sun', () => {
  const nothing = { energy: null, finalYield: null, irradiation: null, performanceRatio: null };
  expect(performanceOf([], 10)).toMatchObject({ ...nothing, capacityFactor: null });
  expect(performanceOf([day({})], 0)).toMatchObject({ energy: 40, finalYield: null, capacityFactor: null });
  expect(performanceOf([day({ energy: 0, irradiation: 0 })], 10)).toMatchObject({
    finalYield: 0,
    performanceRatio: null,
  });
});

test('the ratio of many days is that of their sums, whatever the order', () => {
  const days = fc.array(
    fc.record({
      energy: fc.float({ min: 0, max: 100, noNaN: true }),
      irradiation: fc.float({ min: 1, max: 9, noNaN: true }),
    }),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(days, (some) => {
      const all = some.map((one) => day(one));
      const [energy, sun] = [
        all.reduce((sum, d) => sum + d.energy!, 0),
        all.reduce((sum, d) => sum + d.irradiation!, 0),
      ];
      expect(performanceOf(all, 10).performanceRatio).toBeCloseTo(energy / (10 * sun), 9);
      expect(performanceOf(all.toReversed(), 10).performanceRatio).toBeCloseTo(energy / (10 * sun), 9);
    }),
  );
});
