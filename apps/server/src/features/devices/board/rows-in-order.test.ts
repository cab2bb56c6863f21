import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInOrder } from './rows-in-order.ts';

const keys = fc.array(
  fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true }), fc.constant(Number.NaN)),
);

test('a page is the same as of all in their order: what is not known last, ties as they stand', () => {
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('asc', 'desc'),
      fc.nat(30),
      fc.nat(30),
      (values, order, before, rows) => {
        const sign = order === 'asc' ? 1 : -1;
        const all = values
          .map((key, at) => ({ key, at }))
          .toSorted((a, b) => {
            const [x, y] = [Number.isNaN(a.key), Number.isNaN(b.key)];
            if (x || y) return Number(x) - Number(y) || a.at - b.at;
            if (a.key !== b.key) return sign * (a.key < b.key ? -1 : 1);
            return a.at - b.at;
          });
        expect(rowsInOrder(Float64Array.from(values), { order, before, rows })).toEqual(
          all.slice(before, before + rows).map(({ at }) => at),
        );
      },
    ),
  );
});
