import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.ts';
import { threadMs } from '../../../test/thread-ms.ts';

/** A reader that goes back and forth takes minutes; one that does not, milliseconds, and seconds on a busy machine at most. */
const PATIENCE_MS = 5000;

test.each([
  ['12', '.', 12],
  [' -0.5 ', '.', -0.5],
  ['1e3', '.', 1000],
  ['.5', '.', 0.5],
  ['5.', '.', 5],
  ['1,234.5', '.', 1234.5],
  ['1234,5', ',', 1234.5],
  ['1.234.567,89', ',', 1_234_567.89],
  ['1 234,5', ',', 1234.5],
  ['1\u202F234\u202F567', ',', 1_234_567],
  ["12'345.6", '.', 12_345.6],
  ['+7', ',', 7],
] as const)('%s with "%s" is %d', (text, decimal, value) => {
  expect(parseNumber(text, decimal)).toBe(value);
});

test.each([
  ['', '.'],
  ['-', '.'],
  ['12,5', '.'],
  ['1.5', ','],
  ['12 5', '.'],
  ['1,23,456', '.'],
  ['NaN', '.'],
  ['Infinity', '.'],
  ['1e999', '.'],
  ['0x10', '.'],
  ['5 kW', '.'],
  ['#NAME?', '.'],
] as const)('"%s" with "%s" is no number', (text, decimal) => {
  expect(parseNumber(text, decimal)).toBeUndefined();
});

test.each([
  ['digits', '1'.repeat(1_000_000)],
  ['thousands', '1,234'.repeat(200_000)],
  ['blanks between digits', '1 '.repeat(500_000)],
  ['signs', '-'.repeat(1_000_000)],
])('a cell of a million %s that is no number does not stop the server', (_, cell) => {
  const began = threadMs();
  expect(parseNumber(`${cell}x`, '.')).toBeUndefined();
  expect(threadMs() - began).toBeLessThan(PATIENCE_MS);
});
