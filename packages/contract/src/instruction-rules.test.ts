import { expect, test } from 'vitest';
import {
  addressRule,
  instructionCodeRule,
  instructionCountRule,
  instructionDataRule,
  readAddress,
  wordsOfHex,
} from './instruction-rules.ts';

test.each([
  ['', 'instructionAddressEmpty'],
  ['12a', 'instructionAddressInvalid'],
  ['0x1ffff', 'instructionAddressInvalid'],
  ['65536', 'instructionAddressInvalid'],
  [' 0x75 ', undefined],
  ['117', undefined],
])('address %j: %s', (text, rule) => {
  expect(addressRule(text)).toBe(rule);
  if (!rule) expect(readAddress(text)).toBe(117);
});

test.each([
  [16, '00 23', undefined],
  [16, '', 'instructionDataEmpty'],
  [16, '002', 'instructionDataOdd'],
  [16, '0023 14', 'instructionDataHalf'],
  [16, '00zz', 'instructionDataInvalid'],
  [6, '00230024', 'instructionDataLong'],
  [16, '0000'.repeat(124), 'instructionDataLong'],
  [3, '0023', 'instructionDataOfRead'],
  [3, '', undefined],
] as const)('data of function %i, %j: %s', (fn, text, rule) => {
  expect(instructionDataRule(fn, text)).toBe(rule);
});

test('count, code and words', () => {
  expect([instructionCountRule(3, 0), instructionCountRule(3, 126), instructionCountRule(3, 125)]).toEqual([
    'instructionCountInvalid',
    'instructionCountInvalid',
    undefined,
  ]);
  expect([instructionCodeRule(''), instructionCodeRule('A b'), instructionCodeRule('SOC_20-x')]).toEqual([
    'instructionCodeInvalid',
    'instructionCodeInvalid',
    undefined,
  ]);
  expect(wordsOfHex('00 23 FFFF')).toEqual([35, 65_535]);
});
