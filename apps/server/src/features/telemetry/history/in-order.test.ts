import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('samples that are in order stay as they are', () => {
  expect(inOrder([1, 2, 5], ['a', 'b', 'c'])).toEqual({ times: [1, 2, 5], values: ['a', 'b', 'c'] });
  expect(inOrder([], [])).toEqual({ times: [], values: [] });
});

test('two parts that overlap become one line, a time that came twice stands once', () => {
  expect(inOrder([1, 3, 5, 2, 3, 9], [10, 30, 50, 20, 30, 90])).toEqual({
    times: [1, 2, 3, 5, 9],
    values: [10, 20, 30, 50, 90],
  });
});

test('of a time that has two values nobody here knows which one came last', () => {
  expect(inOrder([1, 3, 2, 3], [10, 30, 20, 31])).toBeUndefined();
});

test('whatever the order, the times ascend and keep their values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 })), (times) => {
      const line = inOrder(
        times,
        times.map((time) => time * 10),
      )!;
      expect(line.times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(line.values).toEqual(line.times.map((time) => time * 10));
    }),
  );
});
