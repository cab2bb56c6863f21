import { expect, test } from 'vitest';
import { readRates, writeRates } from './read-rates.ts';

const dollar = { currency: 'USD', day: '2026-01-01', rate: 0.92 };

test.each([
  'USD,2026-01-01,0.92',
  '\uFEFFcurrency;day;rate\r\nusd;2026-01-01;0,92\r\n',
  'USD\t2026-01-01\t0.92\n\n',
])('%j is read', (text) => expect(readRates(text)).toEqual({ rates: [dollar], bad: undefined }));

test('what was written is read again', () => {
  const rates = [dollar, { currency: 'JPY', day: '2026-02-28', rate: 0.0061 }];
  expect(readRates(writeRates(rates)).rates).toEqual(rates);
});

test.each([
  ['US,2026-01-01,1', 1],
  ['USD,2026-02-30,1', 1],
  ['USD,2026-01-01,0', 1],
  ['USD,2026-01-01,1\nUSD,2026-01-02', 2],
  ['USD,2026-01-01,1,2', 1],
])('%j has a wrong line', (text, line) => expect(readRates(text).bad).toBe(line));
