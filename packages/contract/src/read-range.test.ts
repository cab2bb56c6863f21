import { expect, test } from 'vitest';
import { rangeText, readDayRange, readRange } from './read-range.ts';

test('a range has two ends, of which one may be open, in their order', () => {
  expect(readRange('5..10')).toEqual({ from: 5, to: 10 });
  expect(readRange('-0.5..')).toEqual({ from: -0.5 });
  expect(readRange('..0')).toEqual({ to: 0 });
  expect(readRange('7..7')).toEqual({ from: 7, to: 7 });
  for (const wrong of ['', '..', '5', '5..x', '10..5', '1..2..3', '1e9..', 'NaN..', '1.1.1..'])
    expect(readRange(wrong), wrong).toBeUndefined();
});

test('days are those of a calendar', () => {
  expect(readDayRange('2020-02-29..2021-01-01')).toEqual({ from: '2020-02-29', to: '2021-01-01' });
  expect(readDayRange('..2021-01-01')).toEqual({ to: '2021-01-01' });
  for (const wrong of ['2021-02-29..', '2021-13-01..', '2022-01-01..2021-01-01', '0000-01-01..', '1..2'])
    expect(readDayRange(wrong), wrong).toBeUndefined();
});

test('what is read is written as it was', () => {
  for (const text of ['5..10', '-0.5..', '..0']) expect(rangeText(readRange(text)!)).toBe(text);
  expect(rangeText({})).toBe('');
});
