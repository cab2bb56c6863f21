import { describe, expect, it } from 'vitest';
import { coverageNrel, dcLossNrel } from './coverage.ts';
import { fullyCoveredNrel } from './fully-covered.ts';
import { lossTownsend } from './townsend.ts';

const HOUR_MS = 3_600_000;
const times = Float64Array.from({ length: 5 }, (_, hour) => hour * HOUR_MS);
const warm = { poaIrradiance: new Float64Array(5).fill(300), tempAir: new Float64Array(5).fill(4) };

describe('snow on modules', () => {
  it('covers, and slides off', () => {
    const snowfall = Float64Array.of(0, 3, 0, 0, 0);
    const coverage = coverageNrel({ times, snowfall, surfaceTilt: 90, slideAmountCoefficient: 0.4, ...warm });
    expect([...coverage].map((one) => Math.round(one * 10) / 10)).toEqual([0, 1, 0.6, 0.2, 0]);
  });

  it('stays on modules that lie flat', () => {
    const snowfall = Float64Array.of(3, 0, 0, 0, 0);
    expect([...coverageNrel({ times, snowfall, surfaceTilt: 0, ...warm })]).toEqual([1, 1, 1, 1, 1]);
  });

  it('is not known after unknown snowfall, until the ground is bare or all is covered', () => {
    const snowfall = Float64Array.of(0, NaN, 0, 0, 3);
    const coverage = coverageNrel({ times, snowfall, surfaceTilt: 30, ...warm });
    expect(coverage).toEqual(Float64Array.of(0, NaN, NaN, NaN, 1));
    const snowDepth = Float64Array.of(9, 9, 9, 0, 0);
    const bare = coverageNrel({ times, snowfall, snowDepth, surfaceTilt: 30, ...warm });
    expect(bare).toEqual(Float64Array.of(0, NaN, NaN, 0, 0));
  });

  it('refuses series that do not fit', () => {
    expect(() => fullyCoveredNrel({ times, snowfall: new Float64Array(2) })).toThrow('snowfall has 2 values');
    const tilts = new Float64Array(2);
    expect(() => coverageNrel({ times, snowfall: times, surfaceTilt: tilts, ...warm })).toThrow(
      'surfaceTilt has 2 values',
    );
  });

  it('takes whole strings', () => {
    expect(dcLossNrel({ snowCoverage: 0.26, numStrings: 4 })).toBe(0.5);
    expect(dcLossNrel({ snowCoverage: NaN, numStrings: 4 })).toBeNaN();
  });
});

describe('lossTownsend', () => {
  const year = {
    surfaceTilt: 20,
    relativeHumidity: 80,
    tempAir: 0,
    poaGlobal: 80_000,
    slantHeight: 2.5,
    lowerEdgeHeight: 0.6,
  };

  it('carries a third of a month into the next, and does not know what follows an unknown one', () => {
    const snowTotal = Float64Array.of(20, 0, 0);
    const snowEvents = Float64Array.of(3, 0, 0);
    const [first = NaN, second = NaN, third = NaN] = lossTownsend({ snowTotal, snowEvents, ...year });
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(0);
    expect(third).toBe(0);
    const unknown = lossTownsend({ snowTotal: Float64Array.of(20, NaN, 0), snowEvents, ...year });
    expect([...unknown].map(Number.isNaN)).toEqual([false, true, true]);
  });

  it('refuses months without a count', () => {
    expect(() =>
      lossTownsend({ snowTotal: new Float64Array(12), snowEvents: new Float64Array(2), ...year }),
    ).toThrow('snowEvents has 2 values');
  });
});
