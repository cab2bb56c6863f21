import { expect, test } from 'vitest';
import { restAfter } from './rest-after.ts';

test('looking is a fifth of the time; a run whose devices are asked goes on within a second, however slow the look was', () => {
  expect(restAfter(20, 64)).toBe(80);
  expect(restAfter(2000, 0)).toBe(8000);
  expect(restAfter(2000, 64)).toBeLessThan(1000);
});
