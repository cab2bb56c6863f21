import { describe, expect, expectTypeOf, it } from 'vitest';
import { vectorised, vectorisedParts } from './vectorised.ts';

interface Power {
  /** V. */
  voltage: number;
  /** A; 2 unless told. */
  current?: number;
}

const power = vectorised<Power>({ voltage: NaN, current: 2 }, ({ voltage, current }) => voltage * current);
const both = vectorisedParts<Power, { sum: number; product: number }>(
  { voltage: NaN, current: 2 },
  { sum: NaN, product: NaN },
  ({ voltage, current }, parts) => {
    parts.sum = voltage + current;
    parts.product = voltage * current;
  },
);
const named = vectorised<{ value: number; kind?: 'once' | 'twice' }>(
  { value: NaN, kind: 'once' },
  ({ value, kind }) => (kind === 'twice' ? 2 * value : value),
);

describe('vectorised', () => {
  it('gives a number for numbers and a series for a series', () => {
    expect(power({ voltage: 3 })).toBe(6);
    expect(power({ voltage: 3, current: 4 })).toBe(12);
    const series = power({ voltage: Float64Array.of(1, 2, 3) });
    expectTypeOf(series).toEqualTypeOf<Float64Array>();
    expect(series).toEqual(Float64Array.of(2, 4, 6));
  });

  it('takes series for any input, and leaves them as they are', () => {
    const voltage = Float64Array.of(1, NaN, 3);
    const current = Float64Array.of(10, 20, 30);
    expect(power({ voltage, current })).toEqual(Float64Array.of(10, NaN, 90));
    expect(voltage).toEqual(Float64Array.of(1, NaN, 3));
    expect(power({ voltage: 2, current })).toEqual(Float64Array.of(20, 40, 60));
    expect(power({ voltage: new Float64Array(0) })).toEqual(new Float64Array(0));
  });

  it('does not know what follows from what is left out', () => {
    expect(power({} as Power)).toBeNaN();
  });

  it('refuses series of different lengths and other values, by their names', () => {
    expect(() => power({ voltage: new Float64Array(3), current: new Float64Array(2) })).toThrow(
      'current has 2 values, voltage has 3',
    );
    expect(() => power({ voltage: [1, 2] } as never)).toThrow('voltage: number or Float64Array expected');
    expect(() => power({ voltage: null } as never)).toThrow('voltage: number or Float64Array expected');
    expect(() => named({ value: 1, kind: 5 as never })).toThrow('kind: string expected');
  });

  it('tells what follows from others from what is unknown', () => {
    const sum = vectorised<{ one: number; other?: number | null }>(
      { one: NaN, other: null },
      ({ one, other }) => one + (other ?? 2 * one),
    );
    expect(sum({ one: 1 })).toBe(3);
    expect(sum({ one: 1, other: NaN })).toBeNaN();
    expect(sum({ one: 1, other: Float64Array.of(5, NaN) })).toEqual(Float64Array.of(6, NaN));
    expect(() => sum({ one: 1, other: 'x' as never })).toThrow('other: number or Float64Array expected');
  });

  it('keeps what is no number the same throughout', () => {
    expect(named({ value: Float64Array.of(1, 2), kind: 'twice' })).toEqual(Float64Array.of(2, 4));
  });
});

describe('vectorisedParts', () => {
  it('gives each part as a number or a series', () => {
    expect(both({ voltage: 3 })).toEqual({ sum: 5, product: 6 });
    expect(both({ voltage: Float64Array.of(1, 3) })).toEqual({
      sum: Float64Array.of(3, 5),
      product: Float64Array.of(2, 6),
    });
  });

  it('answers each call with parts of its own', () => {
    const first = both({ voltage: 1 });
    both({ voltage: 9 });
    expect(first).toEqual({ sum: 3, product: 2 });
  });
});
