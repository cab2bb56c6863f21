import { expect, test } from 'vitest';
import { GRID_FACTORS, gridFactor } from './grid-factors.data.ts';

test('a year has the newest factor until then, and one before the first has the first', () => {
  expect(gridFactor('CN', 2021)?.co2).toBe(0.5568);
  expect(gridFactor('CN', 2026)?.year).toBe(2022);
  expect(gridFactor('CN', 2010)?.year).toBe(2021);
  expect(gridFactor('DE', 2024)?.co2).toBe(0.363);
  expect(gridFactor('ES', 2026)).toBeUndefined();
  expect(gridFactor(null, 2026)).toBeUndefined();
});

test('pounds are the kilograms that stand in the table', () => {
  const kilograms = (pounds: number) => pounds * 0.453_592_37;
  const [first, second, third] = GRID_FACTORS['US']!;
  expect(first!.co2).toBeCloseTo(kilograms(0.947), 4);
  expect(second!.co2).toBeCloseTo(kilograms(0.86), 3);
  expect(third!.co2).toBeCloseTo(kilograms(0.81), 4);
});

test('factors stand in the order of their years and name their source', () => {
  for (const factors of Object.values(GRID_FACTORS)) {
    expect(factors.map(({ year }) => year)).toEqual(
      factors.map(({ year }) => year).toSorted((a, b) => a - b),
    );
    for (const { source, co2 } of factors) {
      expect(source).toMatch(/\w/);
      expect(co2).toBeGreaterThan(0);
    }
  }
});

test('factors that were read at second hand say so', () => {
  const quoted = Object.entries(GRID_FACTORS).flatMap(([country, factors]) =>
    factors.some((factor) => factor.quoted) ? [country] : [],
  );
  expect(quoted).toEqual(['BR', 'DE', 'GB', 'IN']);
});
