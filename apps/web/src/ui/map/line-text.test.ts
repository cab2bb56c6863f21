import { expect, test } from 'vitest';
import { decodeLine, encodeLine } from './line-text.ts';
import states from './states.json';

test('a line comes back as it was, to a hundred metres', () => {
  const line = [
    [-179.9996, 84.2],
    [11.575, 48.137],
    [11.576, 48.137],
    [0, -0.001],
  ];
  expect(decodeLine(encodeLine(line))).toEqual([[-180, 84.2], line[1], line[2], line[3]]);
});

test('every shipped border lies on the earth', () => {
  const points = states.flatMap(decodeLine);
  expect(states.length).toBeGreaterThan(1000);
  expect(points.every(([x = NaN, y = NaN]) => Math.abs(x) <= 180.1 && Math.abs(y) <= 90)).toBe(true);
});
