import { expect, test } from 'vitest';
import { equivalentCycles } from './equivalent-cycles.ts';

test('cycles are what was given by what the battery holds when new', () => {
  expect(equivalentCycles(25, 10)).toBe(2.5);
  expect(equivalentCycles(0, 10)).toBe(0);
});

test('without one of both, or of a battery that holds nothing, there are none', () => {
  expect(equivalentCycles(null, 10)).toBeNull();
  expect(equivalentCycles(5, null)).toBeNull();
  expect(equivalentCycles(5, 0)).toBeNull();
});
