import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, quantile } from './quantile.ts';

describe('quantile', () => {
  it('interpolates between order statistics as numpy does', () => {
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(quantile([7, 15, 36, 39, 40, 41], 0.9)).toBe(40.5);
  });

  it('has the extremes at 0 and 1, in any order', () => {
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(quantile([3, 1, 2], 1)).toBe(3);
  });

  it('leaves out NaN, and is NaN of nothing', () => {
    expect(quantile([NaN, 4, NaN, 2], 0.5)).toBe(3);
    expect(quantile([NaN], 0.5)).toBeNaN();
  });

  it('refuses a share outside 0 to 1', () => {
    expect(() => quantile([1], 1.1)).toThrow(RangeError);
    expect(() => quantile([1], NaN)).toThrow(RangeError);
  });

  it('grows with the share and stays inside the values', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(values, share, share, (list, a, b) => {
        const low = quantile(list, Math.min(a, b));
        const high = quantile(list, Math.max(a, b));
        expect(low).toBeLessThanOrEqual(high + 1e-9);
        expect(low).toBeGreaterThanOrEqual(Math.min(...list) - 1e-9);
      }),
    );
  });
});

describe('median', () => {
  it('is the middle, or the mean of two', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([5, 1, 9, 7])).toBe(6);
  });
});
