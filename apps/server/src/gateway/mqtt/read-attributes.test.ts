import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { readAttributes } from './read-attributes.ts';

const read = (value: unknown) => readAttributes(Buffer.from(JSON.stringify(value)));

test('known names are told apart from others, which are kept as text', () => {
  expect(
    read({ model: 'X', firmware: 2, kind: 'meter', uploadInterval: 30, parentSn: 'L-1', slot: 3, on: true }),
  ).toEqual({
    model: 'X',
    firmware: '2',
    kind: 'meter',
    uploadIntervalSeconds: 30,
    parentSn: 'L-1',
    attributes: { slot: '3', on: 'true' },
  });
  expect(read({})).toEqual({});
});

test.each([
  ['payload', [1]],
  ['payload', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`a${n}`, 1]))],
  ['kind', { kind: 'toaster' }],
  ['uploadInterval', { uploadInterval: '30' }],
  ['uploadInterval', { uploadInterval: 86_401 }],
  ['model', { model: { a: 1 } }],
  ['note', { note: 'x'.repeat(201) }],
  ['x'.repeat(64), { ['x'.repeat(65)]: 1 }],
  ['a\nb', { 'a\nb': 1 }],
  ['a\0', { 'a\0': 1 }],
  ['\uFFFD', { '\uD800': 1 }],
])('a wrong %s is named', (field, value) => {
  expect(() => read(value)).toThrow(
    expect.objectContaining({ key: 'invalidInput', values: { fields: field, field } }),
  );
});

test('what PostgreSQL keeps in no text is dropped, and what turns the order of letters', () => {
  expect(read({ model: 'a\0b' })).toEqual({ model: 'ab' });
  expect(read({ model: 'S\u202E5\u2069-12' })).toEqual({ model: 'S5-12' });
  expect(readAttributes(Buffer.from('{"note":"\\ud800"}'))).toEqual({ attributes: { note: '\uFFFD' } });
});

test('whatever comes is read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      try {
        read(value);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
