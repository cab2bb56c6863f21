import { expect, test } from 'vitest';
import { readPoints } from './read-points.ts';

test('points that conditions read come once, those that a number is made of too, and no more than a curve shows', () => {
  expect(readPoints('temp.inverter > 80 °C and ac.power > 1 W', 'temp.inverter < 70 °C')).toEqual([
    'temp.inverter',
    'ac.power',
  ]);
  expect(readPoints('production < 10 W and sun > 5°')).toEqual(['ac.power', 'dc.power']);
  expect(readPoints('string.low < 1 A and input.low < 1 A and ac.power > 1 W')).toHaveLength(8);
  expect(readPoints('ac.power >', '')).toEqual([]);
});
