import { expect, it } from 'vitest';
import { theilSlopes } from './theil-slopes.ts';

it('is the slope of most pairs, whatever an outlier says', () => {
  const found = theilSlopes([0, 1, 2, 3, 4, 5, 6, 7], [1, 3, 5, 700, 9, 11, 13, 15]);
  expect(found.slope).toBeCloseTo(2, 12);
  expect(found.low).toBeLessThanOrEqual(2);
  expect(found.high).toBeGreaterThanOrEqual(2);
});

it('knows nothing of one point', () => {
  expect(theilSlopes([1], [1]).slope).toBeNaN();
});
