import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanned, scanNumber } from './scan-number.ts';

const scan = (text: string, start = 0) => [scanNumber(Buffer.from(text), start), scanned.end];

test('a number is read from where it stands to where it ends', () => {
  expect(scan('x=12.5,y', 2)).toEqual([12.5, 6]);
  expect(scan('-7')).toEqual([-7, 2]);
  expect(scan('1e3]')).toEqual([1000, 3]);
});

test.each(['', '-', '+', '.', 'e5', 'x', '1e', '1e+'])('"%s" is no number', (text) => {
  expect(scanNumber(Buffer.from(text), 0)).toBeNaN();
});

test('numbers are read to the last bit', () => {
  const forms = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.tuple(fc.integer(), fc.nat(6)).map(([value, places]) => (value / 10 ** places).toFixed(places)),
  );
  fc.assert(
    fc.property(forms, (text) => {
      expect(scan(`${text},`)).toEqual([Number(text), text.length]);
    }),
    { numRuns: 2000 },
  );
});
