import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkSubject } from './link-subject.ts';

test('a serial number is one token of its subject, and readable where it can be', () => {
  expect(linkSubject('2900100001')).toBe('link.2900100001');
  expect(linkSubject('INV-1.a_b')).toBe('link.INV-1%2Ea_b');
  expect(['>', '*', 'a b', '\r\n', 'größe'].map(linkSubject)).toEqual([
    'link.%3E',
    'link.%2A',
    'link.a%20b',
    'link.%0D%0A',
    'link.gr%C3%B6%C3%9Fe',
  ]);
});

test('no two serial numbers have the same subject, and none has the sign of another token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      expect(linkSubject(one) === linkSubject(other)).toBe(one === other);
      expect(linkSubject(one).slice('link.'.length)).toMatch(/^[\w%!~'()-]*$/);
    }),
  );
});
