import { expect, test } from 'vitest';
import { DirtyRanges } from './dirty-ranges.ts';

const DAY = 86_400_000;

test('scattered ranges of one device are joined before they become many, and the closest ones first', () => {
  const dirty = new DirtyRanges();
  for (let day = 0; day < 200; day += 2) dirty.add(1, day * DAY, day * DAY);
  dirty.add(1, 3000 * DAY, 3000 * DAY);
  const ranges = dirty.take();
  expect(ranges.length).toBeLessThanOrEqual(32);
  expect(ranges.at(-1)).toEqual({ device: 1, from: 3000 * DAY, to: 3000 * DAY });
  for (let day = 0; day < 200; day += 2)
    expect(ranges.some(({ from, to }) => from <= day * DAY && to >= day * DAY)).toBe(true);
});

test('ranges of many devices stay few, however scattered they are', () => {
  const dirty = new DirtyRanges();
  const devices = 20_000;
  for (let device = 0; device < devices; device += 1)
    for (let day = 0; day < 20; day += 2) dirty.add(device, day * DAY, day * DAY);
  expect(dirty.take().length).toBeLessThan(100_000 + 4 * devices);
});

test('what is taken is gone, and what waited longest goes first', () => {
  const dirty = new DirtyRanges();
  for (const device of [3, 1, 2]) dirty.add(device, 0, 10);
  expect(dirty.take(2).map(({ device }) => device)).toEqual([3, 1]);
  expect(dirty.size).toBe(1);
  expect(dirty.take()).toEqual([{ device: 2, from: 0, to: 10 }]);
  expect(dirty.size).toBe(0);
});
