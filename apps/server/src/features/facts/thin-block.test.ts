import { expect, test } from 'vitest';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import { factPoints } from './fact-points.ts';
import { thinBlock } from './thin-block.ts';

test('of each reading what is decided over is left, or one value; devices go to their partitions', () => {
  const block = createSampleColumns();
  for (const [device, time] of [
    [1, 10],
    [1, 20],
    [2, 10],
    [9, 10],
  ] as const)
    for (const point of [50, 7, 70_000]) block.add(device, point, time, point + time);
  block.add(1, 50, 30, 80);
  const parts = thinBlock(block, factPoints([7]), (device) => (device === 9 ? undefined : device % 2));
  const rows = (partition: number) => {
    const { length, devices, points, times, values } = parts.get(partition)!;
    return Array.from({ length }, (_, row) => [devices[row], points[row], times[row], values[row]]);
  };
  expect([...parts.keys()].toSorted()).toEqual([0, 1]);
  expect(rows(1)).toEqual([
    [1, 7, 10, 17],
    [1, 7, 20, 27],
    [1, 50, 30, 80],
  ]);
  expect(rows(0)).toEqual([[2, 7, 10, 17]]);
});
