import { expect, it } from 'vitest';
import { fitPolynomial, leastSquares } from './least-squares.ts';

it('finds the line and the parabola through points', () => {
  const [constant, slope] = fitPolynomial([1, 2, 3, 4], [3, 5, 7, 9], 1);
  expect(constant).toBeCloseTo(1, 12);
  expect(slope).toBeCloseTo(2, 12);
  const x = [1000, 2000, 3000, 5000];
  const parabola = fitPolynomial(
    x,
    x.map((x) => 4 - x + 1e-3 * x * x),
    2,
  );
  expect(parabola[0]).toBeCloseTo(4, 8);
  expect(parabola[1]).toBeCloseTo(-1, 11);
  expect(parabola[2]).toBeCloseTo(1e-3, 14);
});

it('is the nearest where no line goes through all', () => {
  const [constant, slope] = leastSquares(
    [
      [1, 0],
      [1, 1],
      [1, 2],
    ],
    [0, 0, 3],
  );
  expect(constant).toBeCloseTo(-0.5, 12);
  expect(slope).toBeCloseTo(1.5, 12);
});

it('does not know what columns that depend on each other say, or too few rows', () => {
  expect(
    leastSquares(
      [
        [1, 0],
        [1, 0],
      ],
      [1, 2],
    ).every(Number.isFinite),
  ).toBe(false);
  expect(leastSquares([[1, 2, 3]], [1])).toEqual([NaN, NaN, NaN]);
});
