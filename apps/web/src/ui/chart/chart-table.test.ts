import { expect, test } from 'vitest';
import { csvOf } from './chart-table.ts';

test('keeps numbers plain and gaps empty', () => {
  const table = {
    columns: ['Time', 'PV (kW)'],
    rows: [
      ['10:00', 1.25],
      ['10:05', null],
      ['10:10', -3],
    ],
  };
  expect(csvOf(table)).toBe('Time,PV (kW)\r\n10:00,1.25\r\n10:05,\r\n10:10,-3\r\n');
});

test('quotes what would break a cell and disarms formulas', () => {
  expect(
    csvOf({ columns: ['A, "B"'], rows: [['=HYPERLINK("x")'], ['-cmd'], ['-5 °C'], ['two\nlines']] }),
  ).toBe('"A, ""B"""\r\n"\'=HYPERLINK(""x"")"\r\n\'-cmd\r\n-5 °C\r\n"two\nlines"\r\n');
});
