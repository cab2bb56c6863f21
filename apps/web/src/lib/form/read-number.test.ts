import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';

test.each([
  ['8.4', 8.4],
  ['8,4', 8.4],
  [' 12 ', 12],
  ['−3.7', -3.7],
  ['-0,5', -0.5],
  ['.5', 0.5],
  ['48.', 48],
  ['８．４', 8.4],
])('“%s” is %d', (text, value) => expect(readNumber(text)).toBe(value));

test.each(['', ' ', '-', 'eight', '8 kWp', '1,000.5', '1.000.000', '1e3', 'Infinity'])(
  '“%s” is no number',
  (text) => expect(readNumber(text)).toBeNaN(),
);
