import { expect, test } from 'vitest';
import { inverterShares } from './inverter-shares.ts';

test('the nameplate of a station is shared by rated power, or equally where one of them is not known', () => {
  const rated = [
    { id: 1, ratedPower: 10_000 },
    { id: 2, ratedPower: 30_000 },
  ];
  expect([...inverterShares(48, rated)]).toEqual([
    [1, 12],
    [2, 36],
  ]);
  expect([...inverterShares(48, [...rated, { id: 3, ratedPower: null }])]).toEqual([
    [1, 16],
    [2, 16],
    [3, 16],
  ]);
  expect([...inverterShares(48, [])]).toEqual([]);
});
