import { expect, test } from 'vitest';
import { monthOf, planSlices } from './import-slices.ts';

const HOUR = 3_600_000;
const hour = (time: number, values: number) => ({ hour: time, values });

test('hours join to slices of one month and not too many values', () => {
  const may = Date.UTC(2025, 4, 31, 22);
  const june = Date.UTC(2025, 5, 1);
  const hours = [
    hour(may, 4),
    hour(may + HOUR, 4),
    hour(june, 4),
    hour(june + 9 * HOUR, 4),
    hour(june + 10 * HOUR, 9),
  ];
  expect(planSlices(hours, 8)).toEqual([
    { from: may, to: june, values: 8 },
    { from: june, to: june + 10 * HOUR, values: 8 },
    { from: june + 10 * HOUR, to: june + 11 * HOUR, values: 9 },
  ]);
  expect(planSlices([], 8)).toEqual([]);
});

test('a partition is named by its month in UTC', () => {
  expect([monthOf(Date.UTC(2025, 0, 1)), monthOf(Date.UTC(2025, 11, 31, 23))]).toEqual(['202501', '202512']);
});
