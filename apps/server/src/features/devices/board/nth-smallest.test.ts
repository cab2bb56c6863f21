import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nthSmallest } from './nth-smallest.ts';

test('the nth smallest is what stands there when all are sorted, and nothing larger stands before it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true })), { minLength: 1 }),
      fc.nat(),
      (values, draw) => {
        const nth = draw % values.length;
        const numbers = Float64Array.from(values);
        const found = nthSmallest(numbers, nth);
        expect(found === Float64Array.from(values).sort()[nth]).toBe(true);
        expect(numbers.subarray(0, nth).every((each) => each <= found)).toBe(true);
        expect(numbers.subarray(nth).every((each) => each >= found)).toBe(true);
      },
    ),
  );
});
