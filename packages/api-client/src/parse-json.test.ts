import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('keeps every digit of an integer beyond the safe range, as text', () => {
  expect(parseJson('{"id":9007199254740993,"list":[-12345678901234567890]}')).toEqual({
    id: '9007199254740993',
    list: ['-12345678901234567890'],
  });
});

test('leaves safe integers, fractions and long digits inside texts as they are', () => {
  const text = '{"a":9007199254740991,"b":0.1234567890123456789,"c":"12345678901234567890","d":1e300}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test('refuses what is not JSON', () => {
  expect(() => parseJson('<html>')).toThrow(SyntaxError);
});
