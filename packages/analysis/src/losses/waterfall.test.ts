import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addWaterfall, emptyWaterfall, LOSS_PARTS, waterfallOf } from './waterfall.ts';

const wh = fc.integer({ min: -1e9, max: 1e12 });
const positive = fc.integer({ min: 0, max: 1e12 });
const day = fc.record({
  standard: wh,
  open: wh,
  warm: wh,
  free: wh,
  model: wh,
  shaded: wh,
  held: wh,
  missing: positive,
  silent: positive,
  curtailed: positive,
  outage: positive,
  strings: positive,
  snow: positive,
  power: wh,
});

test('the parts of any days sum to the difference between light and meter exactly', () => {
  const measured = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: null });
  const dirt = fc.double({ min: 0, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(day, measured, dirt), { minLength: 1, maxLength: 400 }), (days) => {
      const sum = emptyWaterfall();
      for (const [of, ended, dust] of days) {
        const one = waterfallOf(of, { measured: ended, dirt: dust });
        const parts = LOSS_PARTS.reduce((total, part) => total + one.parts[part], 0);
        expect(one.standard - parts).toBe(one.measured);
        addWaterfall(sum, one);
      }
      expect(sum.standard - LOSS_PARTS.reduce((total, part) => total + sum.parts[part], 0)).toBe(
        sum.measured,
      );
    }),
    { numRuns: 60 },
  );
});

const plain = {
  standard: 100_000,
  open: 97_000,
  warm: 91_000,
  free: 80_000,
  model: 78_000,
  shaded: 75_000,
  held: 500,
  missing: 0,
  silent: 0,
  curtailed: 4000,
  outage: 6000,
  strings: 0,
  snow: 0,
  power: 60_000,
};

test('each part is what its stage took', () => {
  expect(waterfallOf(plain, { measured: 60_000, dirt: 2000 }).parts).toEqual({
    temperature: 6000,
    conversion: 11_000,
    clipping: 2500,
    shading: 6000,
    curtailment: 4000,
    outage: 6000,
    communication: 0,
    string: 0,
    snow: 0,
    soiling: 2000,
    unexplained: 2500,
  });
});

test('energy that counters told of a time without powers is not lost in communication', () => {
  const silent = { ...plain, missing: 5000, power: 55_000 };
  expect(waterfallOf(silent, { measured: 60_000, dirt: 0 }).parts.communication).toBe(0);
  expect(waterfallOf(silent, { measured: 57_000, dirt: 0 }).parts.communication).toBe(3000);
  expect(waterfallOf(silent, { measured: null, dirt: 0 })).toMatchObject({
    measured: 55_000,
    parts: { communication: 5000 },
  });
});

test('dust takes no more than is left, and a day that gave more than is explained says so', () => {
  expect(waterfallOf(plain, { measured: 60_000, dirt: 50_000 }).parts).toMatchObject({
    soiling: 4500,
    unexplained: 0,
  });
  expect(waterfallOf(plain, { measured: 70_000, dirt: 50_000 }).parts).toMatchObject({
    soiling: 0,
    unexplained: -5500,
  });
});
