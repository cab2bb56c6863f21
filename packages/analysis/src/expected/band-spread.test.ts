import { expect, test } from 'vitest';
import { areSpreadsNews, dayOffsets, spreadsOf, spreadTo, type DayOffsets } from './band-spread.ts';
import type { ExpectedCurve } from './expected-curve.ts';
import { sourceCode, type LightSource } from './expected-source.ts';

const ROWS = 100;

/** A curve of 1 kW with a band of a tenth on both sides. */
function curveOf(
  source: LightSource,
  change: Partial<Record<keyof ExpectedCurve, number>> = {},
): ExpectedCurve {
  const column = (name: keyof ExpectedCurve, value: number) =>
    new Float64Array(ROWS).fill(change[name] ?? value);
  return {
    p10: column('p10', 900),
    p50: column('p50', 1000),
    p90: column('p90', 1100),
    bound: column('bound', 1500),
    plane: column('plane', 800),
    source: new Uint8Array(ROWS).fill(sourceCode(source)),
  };
}

const whole = { from: 0, to: ROWS };
/** Powers from `low` to `high`, evenly. */
const even = (low: number, high: number) =>
  Float64Array.from({ length: ROWS }, (_, row) => low + ((high - low) * (row + 0.5)) / ROWS);
const many = (day: DayOffsets | undefined, count = 30) => Array.from({ length: count }, () => day!);

test('a band that holds four fifths stays, one that is too wide or narrow follows the last days', () => {
  const spreadOf = (actual: Float64Array) => spreadsOf(many(dayOffsets(curveOf('poa'), actual, whole))).poa!;
  expect(spreadOf(even(875, 1125)).low).toBeCloseTo(1, 1);
  expect(spreadOf(even(950, 1050)).high).toBeLessThan(0.55);
  const { low, high } = spreadOf(even(750, 1050));
  expect(low).toBeGreaterThan(1.9);
  expect(high).toBeLessThan(0.5);
});

test('few days change little, and days beyond the last month nothing', () => {
  const odd = dayOffsets(curveOf('ghi'), even(800, 1200), whole);
  const usual = dayOffsets(curveOf('ghi'), even(875, 1125), whole);
  const [one, all] = [spreadsOf(many(odd, 1)).ghi!.low, spreadsOf(many(odd)).ghi!.low];
  expect(one).toBeGreaterThan(1);
  expect(one).toBeLessThan(1 + (all - 1) / 3);
  expect(spreadsOf([...many(odd), ...many(usual)])).toEqual(spreadsOf(many(usual)));
  expect(spreadsOf([])).toEqual({});
});

test('a day that lost a part does not widen the band; under a clear sky alone a dark day does', () => {
  expect(dayOffsets(curveOf('poa'), even(500, 700), whole)).toBeUndefined();
  expect(dayOffsets(curveOf('clearSky'), even(500, 700), whole)?.clearSky?.low).toHaveLength(ROWS);
});

test('nights, gaps, standing stations and those held by their limit say nothing', () => {
  expect(dayOffsets(curveOf('poa'), new Float64Array(ROWS).fill(NaN), whole)).toEqual({});
  expect(dayOffsets(curveOf('poa'), new Float64Array(ROWS), whole)).toEqual({});
  expect(dayOffsets(curveOf('poa', { p50: 100, p10: 90, p90: 110 }), even(90, 110), whole)).toEqual({});
  expect(dayOffsets(curveOf('poa', { p90: 1000 }), even(990, 1010), whole)?.poa?.high).toEqual([]);
});

test('an end of the band moves away from the middle, and no lower than nothing', () => {
  expect(spreadTo(0.9, 2)).toBeCloseTo(0.8, 12);
  expect(spreadTo(1.2, 0.5)).toBeCloseTo(1.1, 12);
  expect(spreadTo(0.4, 5)).toBe(0);
});

test('changes of less than a tenth are no news', () => {
  expect(areSpreadsNews({}, { poa: { low: 1.09, high: 0.92 } })).toBe(false);
  expect(areSpreadsNews({ poa: { low: 1, high: 2 } }, { poa: { low: 1, high: 1.7 } })).toBe(true);
  expect(areSpreadsNews({ poa: { low: 2, high: 1 } }, {})).toBe(true);
});
