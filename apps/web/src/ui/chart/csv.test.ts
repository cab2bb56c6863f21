import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

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

test.each([
  '=1+1',
  '+1+cmd|x',
  "-1+cmd|' /C calc'!A0",
  '-1-1',
  '-A1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
])('disarms %j, which a spreadsheet would run', (cell) => {
  const [, line] = csvOf({ columns: ['x'], rows: [[cell]] }).split('x\r\n');
  expect(line).toMatch(/^"?'/);
});

// Where a list is separated by semicolons, a row is cut at them, and marks inside of it quote nothing.
test.each(['x;=1+1', 'x; @SUM(A1)', 'x";-1+cmd|x', 'x\n=1+1', 'x;\t=1+1', 'a;b;+A1', 'x;"=1+1', 'x; ""-1'])(
  'begins no formula with a part of %j either',
  (cell) => {
    const text = csvOf({ columns: ['Line', 'Column', 'x'], rows: [[12, 'P', cell]] });
    for (const part of text.split(/[;\r\n]/)) expect(part.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/);
  },
);

test('leaves texts with semicolons and signs inside as they are', () => {
  expect(csvOf({ columns: ['x'], rows: [['A;B = C'], ['10:00+02:00;x-y']] })).toBe(
    'x\r\n"A;B = C"\r\n"10:00+02:00;x-y"\r\n',
  );
});

test.each(['-5', '+5', '-1.5', '-1,234.5 kWh', '-5 °C', '-1 W/m²'])(
  'leaves the number %j as it is',
  (cell) => {
    expect(csvOf({ columns: ['x'], rows: [[cell]] })).toMatch(
      new RegExp(`${cell.replace('+', '\\+')}"?\r\n$`),
    );
    expect(csvOf({ columns: ['x'], rows: [[cell]] })).not.toContain("'");
  },
);

test('quotes what would break a cell and disarms formulas', () => {
  expect(
    csvOf({ columns: ['A, "B"'], rows: [['=HYPERLINK("x")'], ['-cmd'], ['-5 °C'], ['two\nlines']] }),
  ).toBe('"A, ""B"""\r\n"\'=HYPERLINK(""x"")"\r\n\'-cmd\r\n-5 °C\r\n"two\nlines"\r\n');
});
