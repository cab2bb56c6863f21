import type { PointSeries } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { detailWindow, partOf } from './detail-window.ts';
import { mergeDetail } from './merge-detail.ts';
import { sampleSteps } from './sample-step.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const whole = { from: 0, to: 30 * DAY };
const line = (changes: Partial<PointSeries>): PointSeries => ({
  key: 'ac.power',
  name: null,
  unit: 'W',
  kind: 'gauge',
  decimals: null,
  times: [],
  values: [],
  ...changes,
});

test('a little more than what is seen is asked for, in steps, so that small moves ask for nothing new', () => {
  const seen = { from: 10 * DAY + 1234, to: 11 * DAY };
  const window = detailWindow(seen, whole);
  expect(window).toEqual({ from: 10 * DAY, to: 11 * DAY });
  expect(detailWindow({ from: seen.from + 60_000, to: seen.to - 60_000 }, whole)).toEqual(window);
  expect(detailWindow({ from: 5, to: 40_005 }, whole)).toEqual({ from: 0, to: 41_000 });
});

test('the window is hardly longer than what is seen, and never longer than the whole', () => {
  for (const length of [30_000, 700_000, HOUR, 5 * HOUR, 2 * DAY, 20 * DAY]) {
    const from = 3 * DAY + 777;
    const window = detailWindow({ from, to: from + length }, whole);
    expect(window.from).toBeLessThanOrEqual(from);
    expect(window.to).toBeGreaterThanOrEqual(Math.min(whole.to, from + length));
    expect(window.to - window.from).toBeLessThan(1.4 * length);
  }
  expect(detailWindow({ from: 100, to: 30 * DAY - 100 }, whole)).toEqual(whole);
});

test('a zoom of another range is none', () => {
  expect(partOf({ from: -5, to: HOUR }, whole)).toEqual({ from: 0, to: HOUR });
  expect(partOf({ from: 40 * DAY, to: 41 * DAY }, whole)).toBeUndefined();
  expect(partOf(whole, whole)).toBeUndefined();
  expect(partOf(undefined, whole)).toBeUndefined();
});

test('the finer line takes the place of the coarse one over its stretch; samples have no envelope', () => {
  const coarse = line({
    times: [0, 10, 20, 30],
    values: [1, 2, 3, 4],
    min: [0, 1, 2, 3],
    max: [2, 3, 4, 5],
  });
  const fine = line({ times: [10, 12, 14], values: [2, null, 2.5] });
  const other = line({ key: 'dc.power', times: [0], values: [7] });
  const [merged, untouched] = mergeDetail([coarse, other], [fine], { from: 10, to: 20 });
  expect(merged).toMatchObject({
    times: [0, 10, 12, 14, 20, 30],
    values: [1, 2, null, 2.5, 3, 4],
    min: [0, null, null, null, 2, 3],
    max: [2, null, null, null, 4, 5],
  });
  expect(untouched).toBe(other);
});

test('over the end of a line there is only the finer one', () => {
  const coarse = line({ times: [0, 10], values: [1, 2], min: [1, 2], max: [1, 2] });
  const fine = line({ times: [11, 12], values: [5, 6], min: [5, 5], max: [6, 6] });
  const [merged] = mergeDetail([coarse], [fine], { from: 10, to: 20 });
  expect([merged!.times, merged!.min]).toEqual([
    [0, 11, 12],
    [1, 5, 5],
  ]);
});

test('the usual steps of samples in a stretch; a gap says nothing', () => {
  const fast = { times: [0, 1001, 2000, 3000, 3500, 90_000], values: [1, 1, 1, 1, null, 1] };
  const slow = { times: [0, 300_000], values: [1, 1] };
  expect(sampleSteps([fast, slow], { from: 0, to: DAY })).toEqual({ least: 1000, most: 300_000 });
  expect(sampleSteps([slow], { from: 0, to: 1000 })).toBeUndefined();
});
