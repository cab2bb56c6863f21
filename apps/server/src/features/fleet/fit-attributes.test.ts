import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ATTRIBUTE_LIMITS, fitAttributes } from './fit-attributes.ts';

const named = (count: number, length: number, prefix = 'n') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, 'x'.repeat(length)]));

test('new names fit up to a number, kept ones may change', () => {
  const kept = named(ATTRIBUTE_LIMITS.names - 1, 3);
  expect(fitAttributes(kept, { one: '1', two: '2', n0: 'new' })).toEqual({
    fit: { one: '1', n0: 'new' },
    refused: 1,
  });
});

test('what is beyond the bytes is refused, also a kept one that grows; a row that is too large already may shrink', () => {
  const kept = named(500, 200);
  expect(fitAttributes(kept, { n1: 'x'.repeat(201), n2: 'y' })).toEqual({ fit: { n2: 'y' }, refused: 1 });
});

test('however often a device says something else, what is kept stays within the limits', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string({ minLength: 1, maxLength: 64 }), text)), (messages) => {
      const kept: Record<string, string> = {};
      for (const said of messages) Object.assign(kept, fitAttributes(kept, said).fit);
      const bytes = Object.entries(kept).reduce(
        (sum, [name, value]) => sum + Buffer.byteLength(name + value),
        0,
      );
      expect(bytes).toBeLessThanOrEqual(ATTRIBUTE_LIMITS.bytes);
      expect(Object.keys(kept).length).toBeLessThanOrEqual(ATTRIBUTE_LIMITS.names);
    }),
  );
});
