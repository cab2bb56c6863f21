import { expect, it } from 'vitest';
import { normalPair, seededRandom } from './random.ts';

const take = (seed: number, count: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

it('is the same for the same seed, and another for the next one', () => {
  expect(take(7, 5)).toEqual(take(7, 5));
  expect(take(7, 5)).not.toEqual(take(8, 5));
});

it('is spread evenly from 0 to below 1', () => {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const one of take(1, 100_000)) counts[Math.floor(one * 10)]! += 1;
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

it('has normal numbers of mean 0 and variance 1', () => {
  const random = seededRandom(3);
  const values = Array.from({ length: 50_000 }, () => normalPair(random)).flat();
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + one * one, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(Math.abs(variance - 1)).toBeLessThan(0.02);
});
