import { describe, expect, it } from 'vitest';
import { createPrng } from './prng.ts';

describe('createPrng', () => {
  it('gives the sequence of xoshiro128** 1.1', () => {
    const { nextUint32 } = createPrng([1, 2, 3, 4]);
    const published = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849];
    expect(Array.from(published, nextUint32)).toEqual(published);
  });

  it('repeats itself for one seed and differs for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createPrng(seed).next);
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('is uniform in [0, 1)', () => {
    const { next } = createPrng(1);
    const values = Array.from({ length: 20_000 }, next);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 2);
  });

  it('has a normal with mean 0 and deviation 1', () => {
    const { nextNormal } = createPrng(2);
    const values = Array.from({ length: 20_000 }, nextNormal);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(variance).toBeCloseTo(1, 1);
  });
});
