import { expect, test } from 'vitest';
import { breakAtGaps } from './series-gaps.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const lineOf = (times: number[]) => ({ times, columns: [times.map(() => 1)] });
/** Times of the points without a value. */
const gapsOf = (times: number[], step: number) => {
  const broken = breakAtGaps(lineOf(times), step);
  return broken.times.filter((_, i) => broken.columns[0]![i] === null);
};
const every = (step: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => from + i * step);

test('a gap of more than three usual steps gets a point without a value', () => {
  const line = { times: [0, 10, 20, 30, 60, 91, 101], columns: [[1, 2, 3, 4, 5, 6, 7]] };
  expect(breakAtGaps(line, 1)).toEqual({
    times: [0, 10, 20, 30, 60, 70, 91, 101],
    columns: [[1, 2, 3, 4, 5, null, 6, 7]],
  });
});

test('slow data is not all gaps', () => {
  const line = { times: [0, 900, 1800, 2700], columns: [[1, 2, 3, 4]] };
  expect(breakAtGaps(line, 300)).toEqual(line);
});

test('five-minute samples followed by many of each second are one line, not a point each', () => {
  const slow = every(5 * MINUTE, 20);
  const fast = every(SECOND, 1000, slow.at(-1)! + SECOND);
  expect(gapsOf([...slow, ...fast], SECOND)).toEqual([]);
  expect(gapsOf([...fast, ...every(5 * MINUTE, 20, fast.at(-1)! + 5 * MINUTE)], SECOND)).toEqual([]);
});

test('a silence is a gap at either pace', () => {
  const slow = every(5 * MINUTE, 10);
  const late = every(5 * MINUTE, 10, slow.at(-1)! + 60 * MINUTE);
  const fast = every(SECOND, 100, late.at(-1)! + SECOND);
  const end = every(SECOND, 100, fast.at(-1)! + 40 * SECOND);
  expect(gapsOf([...slow, ...late, ...fast, ...end], SECOND)).toEqual([
    slow.at(-1)! + 5 * MINUTE,
    fast.at(-1)! + SECOND,
  ]);
});

test('a sample alone between two silences stands alone', () => {
  const before = every(SECOND, 50);
  const after = every(SECOND, 50, before.at(-1)! + 200 * SECOND);
  const lone = before.at(-1)! + 100 * SECOND;
  expect(gapsOf([...before, lone, ...after], SECOND)).toHaveLength(2);
});

test('one point or two are a line', () => {
  expect(breakAtGaps({ times: [], columns: [[]] }, 5)).toEqual({ times: [], columns: [[]] });
  expect(breakAtGaps({ times: [4], columns: [[1]] }, 5).times).toEqual([4]);
  expect(breakAtGaps({ times: [4, 400], columns: [[1, 2]] }, 5).times).toEqual([4, 400]);
});
