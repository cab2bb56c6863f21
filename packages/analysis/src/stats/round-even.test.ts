import { expect, it } from 'vitest';
import { roundEven } from './round-even.ts';

it('goes to the even number from the middle between two, and to the nearest else', () => {
  expect([0.5, 1.5, 2.5, -0.5, -1.5, -2.5].map(roundEven).map(Math.abs)).toEqual([0, 2, 2, 0, 2, 2]);
  expect([0.4999, 2.5001, -2.6, 7].map(roundEven).map((one) => one + 0)).toEqual([0, 3, -3, 7]);
});
