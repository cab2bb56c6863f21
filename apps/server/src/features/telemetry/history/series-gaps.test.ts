import { expect, test } from 'vitest';
import { breakAtGaps } from './series-gaps.ts';

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

test('one point or none is a line', () => {
  expect(breakAtGaps({ times: [], columns: [[]] }, 5)).toEqual({ times: [], columns: [[]] });
  expect(breakAtGaps({ times: [4], columns: [[1]] }, 5).times).toEqual([4]);
});
