import { describe, expect, it } from 'vitest';
import { erf } from './erf.ts';
import { hsu } from './hsu.ts';
import { kimber } from './kimber.ts';
import { rollingSum } from './rolling-sum.ts';

const DAY_MS = 86_400_000;
const days = (count: number) => Float64Array.from({ length: count }, (_, day) => day * DAY_MS);

describe('erf', () => {
  it('is that of the tables', () => {
    expect(erf(0)).toBe(0);
    expect(erf(0.5)).toBeCloseTo(0.5204998778130465, 15);
    expect(erf(2)).toBeCloseTo(0.9953222650189527, 15);
    expect(erf(3)).toBeCloseTo(0.9999779095030014, 15);
    expect(erf(-1)).toBeCloseTo(-0.8427007929497149, 15);
    expect(erf(50)).toBe(1);
    expect(erf(NaN)).toBeNaN();
  });
});

describe('rollingSum', () => {
  it('is open at its beginning, and unknown with anything unknown', () => {
    const sums = rollingSum(days(4), Float64Array.of(1, 2, NaN, 4), 2 * DAY_MS);
    expect(sums).toEqual(Float64Array.of(1, 3, NaN, NaN));
    expect(rollingSum(days(2), Float64Array.of(1, 2), DAY_MS)).toEqual(Float64Array.of(1, 2));
  });
});

describe('hsu', () => {
  const dirt = { cleaningThreshold: 1, surfaceTilt: 30, pm25: 1e-4, pm10: 3e-4 };

  it('does not know what follows unknown rain, until it is washed', () => {
    const ratio = hsu({ times: days(4), rainfall: Float64Array.of(0, NaN, 0, 5), ...dirt });
    expect(ratio[0]).toBeLessThan(1);
    expect(ratio.slice(1, 3)).toEqual(Float64Array.of(NaN, NaN));
    expect(ratio[3]).toBe(1);
  });

  it('refuses series that do not fit', () => {
    const rainfall = new Float64Array(3);
    expect(() => hsu({ times: days(4), rainfall, ...dirt })).toThrow('rainfall has 3 values');
    expect(() => hsu({ times: days(1), rainfall: days(1), ...dirt })).toThrow('two rows');
  });
});

describe('kimber', () => {
  it('is clean after people washed, and at once dirty again', () => {
    const loss = kimber({ times: days(5), rainfall: new Float64Array(5), manualWashDates: [3 * DAY_MS] });
    expect([...loss].map((one) => Math.round(one * 1e4))).toEqual([0, 15, 30, 0, 15]);
    expect(() => kimber({ times: days(5), rainfall: new Float64Array(5), manualWashDates: [7] })).toThrow(
      'no row at 7',
    );
  });

  it('does not know whether unknown rain washed', () => {
    const rainfall = Float64Array.of(0, NaN, 0, 0, 9, 0, 0);
    const loss = kimber({ times: days(7), rainfall, gracePeriod: 1 });
    expect(loss.slice(1, 4).every(Number.isNaN)).toBe(true);
    expect(loss[4]).toBe(0);
    expect(loss[5]).toBeCloseTo(0.0015, 12);
  });
});
