import { expect, test } from 'vitest';
import { lateRanges } from './late-marks.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

function rangesOf(rows: readonly (readonly [device: number, time: number])[]) {
  const block = createSampleColumns();
  for (const [device, time] of rows) block.add(device, 1, time, 0);
  return lateRanges(block, NOW);
}

test('what is on time owes nothing', () => {
  expect(
    rangesOf([
      [1, NOW],
      [1, NOW + 5],
      [2, NOW],
    ]),
  ).toEqual([]);
});

test('mixed devices get a range each, in any order of times', () => {
  expect(
    rangesOf([
      [1, NOW - 10],
      [2, NOW - 3],
      [1, NOW - 50],
      [2, NOW - 7],
      [1, NOW + 1],
    ]),
  ).toEqual([
    { device: 1, from: NOW - 50, to: NOW - 10 },
    { device: 2, from: NOW - 7, to: NOW - 3 },
  ]);
});

test('one old sample does not drag in the weeks up to the next', () => {
  expect(
    rangesOf([
      [1, NOW - 90 * DAY],
      [1, NOW - 5],
      [1, NOW - 4],
    ]),
  ).toEqual([
    { device: 1, from: NOW - 90 * DAY, to: NOW - 90 * DAY },
    { device: 1, from: NOW - 5, to: NOW - 4 },
  ]);
});
