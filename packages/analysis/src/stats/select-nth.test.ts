import fc from 'fast-check';
import { expect, test } from 'vitest';
import { selectNth } from './select-nth.ts';

test('each place holds what sorting puts there, whatever was selected before', () => {
  const number = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }));
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(59)),
      (numbers, places) => {
        const sorted = Float64Array.from(numbers).sort();
        const values = Float64Array.from(numbers);
        for (const place of places.filter((one) => one < numbers.length)) {
          const found = selectNth(values, place);
          expect(found === sorted[place]).toBe(true);
          expect(values.subarray(0, place).every((value) => value <= found)).toBe(true);
        }
        expect(values.toSorted()).toEqual(Float64Array.from(numbers).toSorted());
      },
    ),
  );
  expect(selectNth(new Float64Array(0), 0)).toBeNaN();
});
