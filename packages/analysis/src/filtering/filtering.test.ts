import { describe, expect, it } from 'vitest';
import { csiFilter, normalizedFilter, poaFilter, tcellFilter } from './limits.ts';
import { insolationFilter, quantileClipFilter } from './quantile-clip.ts';
import { twoWayWindowFilter } from './two-way-window.ts';

const DAY_MS = 86_400_000;

describe('limits', () => {
  it('let pass what is between them, never what is not known', () => {
    expect([...normalizedFilter(Float64Array.of(0.01, 0.02, 9, NaN))]).toEqual([0, 1, 1, 0]);
    expect([...normalizedFilter(Float64Array.of(0.5, 1.2), { high: 1 })]).toEqual([1, 0]);
    expect([...poaFilter(Float64Array.of(200, 201, 1200, NaN))]).toEqual([0, 1, 0, 0]);
    expect([...tcellFilter(Float64Array.of(-50, -49, 110, NaN))]).toEqual([0, 1, 0, 0]);
    const clear = Float64Array.of(1000, 1000, 1000, 0, NaN);
    expect([...csiFilter(Float64Array.of(850, 1151, 1000, 0, 500), clear)]).toEqual([1, 0, 1, 0, 0]);
    expect(() => csiFilter(clear, new Float64Array(1))).toThrow('clearsky has 1 values');
  });
});

describe('quantiles', () => {
  it('leave out what may be clipped, as RdTools does', () => {
    const power = Float64Array.from({ length: 63 }, (_, k) =>
      Math.min(100, Math.max(0, Math.sin(k / 10) * 120)),
    );
    const kept = quantileClipFilter(power);
    expect([...kept].map((keep, at) => keep === Number(power[at]! < 99))).not.toContain(false);
    expect(quantileClipFilter(Float64Array.of(1, 2, NaN))[2]).toBe(0);
    expect([...insolationFilter(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, NaN))]).toEqual([
      0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0,
    ]);
  });
});

describe('twoWayWindowFilter', () => {
  const times = Float64Array.from({ length: 60 }, (_, day) => day * DAY_MS);

  it('lets a step pass and no spike, nor what is not known', () => {
    const values = times.map((_, day) => (day < 40 ? 1 : 0.9));
    values[20] = 0.5;
    values[30] = NaN;
    const kept = twoWayWindowFilter({ times, values });
    expect([...kept.keys()].filter((day) => kept[day] === 0)).toEqual([20, 30]);
  });
});
