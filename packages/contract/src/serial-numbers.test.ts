import { expect, test } from 'vitest';
import { SERIAL_LENGTH, splitSerials } from './serial-numbers.ts';

test('serial numbers are read by comma, space and line, whatever stands around them', () => {
  expect(splitSerials(' A-1, B-2\tC-3;D-4\r\n\r\nE-5，F-6、A-1 ')).toEqual([
    'A-1',
    'B-2',
    'C-3',
    'D-4',
    'E-5',
    'F-6',
    'A-1',
  ]);
  expect(splitSerials(' ,;\n')).toEqual([]);
});

test('what is longer than any serial number is cut', () => {
  expect(splitSerials('x'.repeat(5000))).toEqual(['x'.repeat(SERIAL_LENGTH)]);
});
