import { expect, test } from 'vitest';
import { timeReader } from './read-time.ts';
import { isTimeFormat } from './time-format.ts';

/** A reader that goes back and forth takes minutes; one that does not, milliseconds, and seconds on a busy machine at most. */
const PATIENCE_MS = 5000;

/** Milliseconds that reading takes. */
function timeOf(read: () => unknown): number {
  const began = performance.now();
  read();
  return performance.now() - began;
}

test.each([
  ['runs of blanks beside each other', `YYYY-MM-DD${' \t'.repeat(12)}`],
  ['signs of patterns', 'YYYY-MM-DD(.*)*'],
  ['letters that are no token', 'YYYY-MM-DD hello'],
  ['more than 40 characters', `YYYY-MM-DD ${'-'.repeat(30)}`],
  ['digits', 'YYYY-MM-DD 0'],
  ['line ends', 'YYYY-MM-DD\nHH'],
  ['half a character', 'YYYY-MM-DD\uD83D'],
])('a form of times with %s is none', (_, format) => {
  expect(isTimeFormat(format)).toBe(false);
  expect(timeReader(format)).toBeUndefined();
});

test('a form of blanks and a cell of blanks do not stop the server', () => {
  const read = timeReader(`YYYY-MM-DD${' -'.repeat(14)} `.slice(0, 40))!;
  const cell = `2025-07-01${' \t'.repeat(500_000)}x`;
  expect(timeOf(() => expect(read(cell)).toBeUndefined())).toBeLessThan(PATIENCE_MS);
});

test('a cell of a million digits is read in no time', () => {
  const read = timeReader('YYYYMMDDHHmmssSSS')!;
  expect(timeOf(() => expect(read('2'.repeat(1_000_000))).toBeUndefined())).toBeLessThan(PATIENCE_MS);
});

test('numbers that touch are taken by their full width', () => {
  expect(timeReader('DDMMYYYY')!('01072025')).toEqual({ wall: Date.UTC(2025, 6, 1) });
  expect(timeReader('DDMMYYYY')!('172025')).toBeUndefined();
});
