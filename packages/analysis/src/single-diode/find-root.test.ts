import { expect, it } from 'vitest';
import { findRoot } from './find-root.ts';

it('finds a root where Newton alone flies away', () => {
  const at = (x: number) => ({ value: Math.atan(x - 0.3), slope: 1 / (1 + (x - 0.3) ** 2) });
  expect(findRoot(at, -100, 500, 400)).toBeCloseTo(0.3, 14);
});

it('takes an end that is one, and knows none where both ends have one sign', () => {
  const at = (x: number) => ({ value: x * x - 4, slope: 2 * x });
  expect(findRoot(at, 2, 5)).toBe(2);
  expect(findRoot(at, -5, 2)).toBe(2);
  expect(findRoot(at, 3, 5)).toBeNaN();
});
