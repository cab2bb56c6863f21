import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';
import { shownNumber } from './shown-number.ts';

test.each([
  ['11.5', '11,5'],
  ['-0.25', '-0,25'],
  ['7.', '7,'],
  ['.5', ',5'],
  ['12', '12'],
  ['3,5', '3,5'],
  ['48.1, 11.5', '48.1, 11.5'],
  ['1.2.3', '1.2.3'],
  ['v1.2', 'v1.2'],
])('%s is shown as %s where the comma is the decimal mark', (typed, shown) => {
  expect(shownNumber(typed, ',')).toBe(shown);
  expect(shownNumber(typed, '.')).toBe(typed);
});

test('what is shown is read as the same number', () => {
  expect(readNumber(shownNumber('11.5', ','))).toBe(11.5);
});
