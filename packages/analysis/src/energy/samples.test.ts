import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortSamples } from './samples.ts';

describe('sortSamples', () => {
  it('orders by time and drops what is not a number', () => {
    const { times, values } = sortSamples([30, 10, 20, NaN], [3, 1, NaN, 4]);
    expect([...times]).toEqual([10, 30]);
    expect([...values]).toEqual([1, 3]);
  });

  it('keeps the greatest value of one time', () => {
    expect([...sortSamples([10, 10, 10], [1, 5, 3]).values]).toEqual([5]);
  });

  it('copies: the caller’s arrays stay as they are', () => {
    const times = new Float64Array([1, 2]);
    sortSamples(times, times).times[0] = 9;
    expect(times[0]).toBe(1);
  });

  it('refuses columns of different length', () => {
    expect(() => sortSamples([1, 2], [1])).toThrow(RangeError);
  });

  it('gives the same for any order of arrival and any repetition', () => {
    const row = fc.record({ time: fc.integer({ min: 0, max: 50 }), value: fc.integer() });
    const rows = fc
      .array(row, { maxLength: 30 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
      );
    const sorted = (list: { time: number; value: number }[]) =>
      sortSamples(
        list.map(({ time }) => time),
        list.map(({ value }) => value),
      );
    fc.assert(
      fc.property(rows, ([list, mixed]) => {
        expect(sorted(mixed)).toEqual(sorted(list));
      }),
    );
  });
});
