import { expect, test } from 'vitest';
import { DirtyRanges } from './dirty-ranges.ts';

const DAY = 86_400_000;

function blockOf(rows: readonly (readonly [device: number, time: number])[]) {
  return {
    length: rows.length,
    devices: Uint32Array.from(rows, ([device]) => device),
    points: new Uint32Array(rows.length),
    times: Float64Array.from(rows, ([, time]) => time),
    values: new Float64Array(rows.length),
  };
}

test('a block touches each device from its first to its last time, however its rows are mixed', () => {
  const dirty = new DirtyRanges();
  dirty.addBlock(
    blockOf([
      [1, 500],
      [1, 300],
      [2, 50],
      [1, 900],
      [2, 10],
    ]),
  );
  expect(dirty.take()).toEqual([
    { device: 1, from: 300, to: 900 },
    { device: 2, from: 10, to: 50 },
  ]);
  expect(dirty.size).toBe(0);
});

test('rows beyond the length of a block do not count', () => {
  const dirty = new DirtyRanges();
  const block = blockOf([
    [1, 500],
    [1, 900],
  ]);
  dirty.addBlock({ ...block, length: 1 });
  expect(dirty.take()).toEqual([{ device: 1, from: 500, to: 500 }]);
});

test('a late sample does not drag in the days between it and now', () => {
  const dirty = new DirtyRanges();
  dirty.addBlock(
    blockOf([
      [1, 300 * DAY],
      [1, 300 * DAY + 10],
      [1, 2 * DAY],
    ]),
  );
  expect(dirty.take()).toEqual([
    { device: 1, from: 300 * DAY, to: 300 * DAY + 10 },
    { device: 1, from: 2 * DAY, to: 2 * DAY },
  ]);
});

test('scattered ranges of one device are joined before they become many', () => {
  const dirty = new DirtyRanges();
  for (let day = 0; day < 200; day += 2) dirty.add(1, day * DAY, day * DAY);
  const ranges = dirty.take();
  expect(ranges.length).toBeLessThanOrEqual(32);
  expect(Math.min(...ranges.map((range) => range.from))).toBe(0);
  expect(Math.max(...ranges.map((range) => range.to))).toBe(198 * DAY);
});

test('what is given back joins what came meanwhile', () => {
  const dirty = new DirtyRanges();
  dirty.add(1, 100, 200);
  const taken = dirty.take();
  dirty.add(1, 400, 500);
  dirty.giveBack(taken);
  expect(dirty.take()).toEqual([{ device: 1, from: 100, to: 500 }]);
});

test('it tells whether something old was touched', () => {
  const dirty = new DirtyRanges();
  expect(dirty.reachesBefore(1000)).toBe(false);
  dirty.add(1, 1000, 2000);
  expect(dirty.reachesBefore(1000)).toBe(false);
  expect(dirty.reachesBefore(1001)).toBe(true);
});
