import { expect, test } from 'vitest';
import type { TouchedRange } from './dirty-ranges.ts';
import { OwedRanges, type OwedBatch } from './owed-ranges.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

/** Devices below 1000 belong to organisation 1, those below 2000 to organisation 2 and so on. */
function owedNow() {
  return new OwedRanges({
    ownerOf: (device) => Math.floor(device / 1000) + 1,
    slow: () => false,
    now: () => NOW,
  });
}

function blockOf(rows: readonly (readonly [device: number, time: number])[]) {
  return {
    length: rows.length,
    devices: Uint32Array.from(rows, ([device]) => device),
    points: new Uint32Array(rows.length),
    times: Float64Array.from(rows, ([, time]) => time),
    values: new Float64Array(rows.length),
  };
}

const byDevice = (a: TouchedRange, b: TouchedRange) => a.device - b.device || a.from - b.from;

function lateOf(owed: OwedRanges): TouchedRange[][] {
  const batches: TouchedRange[][] = [];
  owed.planLate();
  for (let batch = owed.takeLate(); batch; batch = owed.takeLate()) batches.push(batch.ranges);
  return batches;
}

test('a block touches each device from its first to its last time, however its rows are mixed', () => {
  const owed = owedNow();
  owed.addBlock(
    blockOf([
      [1, 500],
      [1, 300],
      [2, 50],
      [1, 900],
      [2, 10],
    ]),
  );
  expect(lateOf(owed).flat().toSorted(byDevice)).toEqual([
    { device: 1, from: 300, to: 900 },
    { device: 2, from: 10, to: 50 },
  ]);
  expect(owed.size).toBe(0);
});

test('rows beyond the length of a block do not count', () => {
  const owed = owedNow();
  const block = blockOf([
    [1, 500],
    [1, 900],
  ]);
  owed.addBlock({ ...block, length: 1 });
  expect(lateOf(owed)).toEqual([[{ device: 1, from: 500, to: 500 }]]);
});

test('a late sample does not drag in the days between it and now, and recent ones do not wait for it', () => {
  const owed = owedNow();
  owed.addBlock(
    blockOf([
      [1, NOW],
      [1, NOW + 10],
      [1, 2 * DAY],
    ]),
  );
  expect(owed.takeRecent().ranges).toEqual([{ device: 1, from: NOW, to: NOW + 10 }]);
  expect(lateOf(owed)).toEqual([[{ device: 1, from: 2 * DAY, to: 2 * DAY }]]);
});

test('organisations take turns, so that nobody waits for thousands of scattered days of another one', () => {
  const owed = owedNow();
  const scattered = Array.from({ length: 3000 }, (_, n) => {
    const time = (n * DAY) / 4;
    return { device: n % 100, from: time, to: time };
  });
  owed.add({ ranges: scattered });
  owed.add({ ranges: [{ device: 1001, from: 700 * DAY, to: 700 * DAY }] });
  const batches = lateOf(owed);
  expect(batches.length).toBeGreaterThan(500);
  expect(batches.findIndex((batch) => batch.some(({ device }) => device === 1001))).toBeLessThan(2);
});

test('who comes later, while the batches of another one are done, has the next turn', () => {
  const owed = owedNow();
  owed.add({ ranges: Array.from({ length: 100 }, (_, n) => ({ device: n, from: n * DAY, to: n * DAY })) });
  owed.planLate();
  owed.takeLate();
  owed.add({ ranges: [{ device: 1001, from: 700 * DAY, to: 700 * DAY }] });
  owed.planLate();
  const next = [owed.takeLate(), owed.takeLate()].flatMap((batch) => batch?.ranges ?? []);
  expect(next.map(({ device }) => device)).toContain(1001);
});

test('late days of many organisations that lie close together are one batch', () => {
  const owed = owedNow();
  owed.add({ ranges: Array.from({ length: 100 }, (_, n) => ({ device: 1000 * n, from: DAY, to: DAY + n })) });
  expect(lateOf(owed)).toHaveLength(1);
});

test('recent times of a very large organisation are taken in parts', () => {
  const owed = new OwedRanges({ ownerOf: () => 1, slow: () => false, now: () => NOW });
  owed.add({ ranges: Array.from({ length: 12_000 }, (_, device) => ({ device, from: NOW, to: NOW })) });
  const parts = [owed.takeRecent(), owed.takeRecent(), owed.takeRecent()];
  expect(parts.map(({ ranges, more }) => [ranges.length, more])).toEqual([
    [5000, true],
    [5000, true],
    [2000, false],
  ]);
});

test('all is taken up to when the oldest that waits was stored, whatever was taken meanwhile', () => {
  const owed = owedNow();
  owed.mark(100);
  const ranges = [1, 400].map((day) => ({ device: 1, from: day * DAY, to: day * DAY }));
  owed.add({ ranges });
  owed.mark(200);
  owed.add({ ranges: [{ device: 1001, from: NOW, to: NOW }] });
  expect(owed.takenUntil(300)).toBe(100);
  owed.takeRecent();
  owed.planLate();
  const first = owed.takeLate()!;
  expect(owed.takenUntil(300)).toBe(100);
  owed.takeLate();
  expect(owed.takenUntil(300)).toBe(300);
  owed.add(first);
  expect(owed.takenUntil(300)).toBe(100);
});

test('the last two days of all devices come before their past, and nothing of it is lost', () => {
  const owed = owedNow();
  const devices = Array.from({ length: 50 }, (_, device) => device);
  owed.add({ ranges: devices.map((device) => ({ device, from: NOW - 35 * DAY, to: NOW - 1 })) });
  const batches = lateOf(owed);
  const isNew = batches.map((batch) => batch.every(({ from }) => from >= NOW - 2 * DAY));
  expect(isNew.indexOf(false)).toBe(isNew.filter(Boolean).length);
  const newest = batches.slice(0, isNew.indexOf(false)).flat();
  expect(newest.map(({ device }) => device).toSorted((a, b) => a - b)).toEqual(devices);
  const seventh = batches
    .flat()
    .filter(({ device }) => device === 7)
    .toSorted(byDevice);
  expect(seventh).toEqual([
    { device: 7, from: NOW - 35 * DAY, to: NOW - 2 * DAY },
    { device: 7, from: NOW - 2 * DAY, to: NOW - 1 },
  ]);
});

test('a device is behind while hours of its last day that came late wait, are planned or under way', () => {
  const owed = owedNow();
  const HOUR = DAY / 24;
  owed.add({
    ranges: [
      { device: 1, from: NOW - 40 * DAY, to: NOW },
      { device: 2, from: NOW - 3 * HOUR, to: NOW - 2.5 * HOUR },
      { device: 3, from: NOW - 40 * DAY, to: NOW - 30 * DAY },
      { device: 1001, from: NOW - 9 * HOUR, to: NOW - 5 * HOUR },
    ],
  });
  const behind = () => [1, 2, 3, 1001].filter((device) => owed.isBehind(device));
  expect(behind()).toEqual([1, 1001]);
  owed.planLate();
  expect(behind()).toEqual([1, 1001]);
  const taken: OwedBatch[] = [];
  for (let batch = owed.takeLate(); batch; batch = owed.takeLate()) taken.push(batch);
  expect(behind()).toEqual([1, 1001]);
  const first = taken.find(({ ranges }) => ranges.some(({ device }) => device === 1001))!;
  owed.done(first);
  expect(behind()).toEqual(first.ranges.some(({ device }) => device === 1) ? [] : [1]);
  for (const batch of taken) owed.done(batch);
  expect(behind()).toEqual([]);
  // What failed is owed again.
  owed.add(first);
  expect(owed.isBehind(1001)).toBe(true);
});
