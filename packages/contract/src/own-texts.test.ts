import { expect, test } from 'vitest';
import { textFault, withOwnTexts } from './own-texts.ts';

test.each([
  ['n_one', 'one station', '{{count}} plant', undefined],
  ['key', '{{n}} stations', '{{n}} plants', undefined],
  ['key', '{{n}} stations', 'plants: {{ n }}', undefined],
  ['key', '{{n}} stations', 'plants', 'placeholders'],
  ['key', 'Stations', '{{n}} plants', 'placeholders'],
  ['key', '{{at, day}}', '{{at}}', 'placeholders'],
  ['key', 'Stations', 'Plants }}', 'placeholders'],
  ['key', 'Stations', ' ', 'empty'],
  ['key', 'Stations', 'P'.repeat(5001), 'tooLong'],
  ['key', 'Stations', '$t(devices:title)', 'nesting'],
  ['key', 'Stations', 'Ca{f}é <b>& "co"', undefined],
] as const)('%s, “%s” is replaced by “%s”: %s', (key, original, text, fault) => {
  expect(textFault(key, original, text)).toBe(fault);
});

test('own texts stand in the places of the others, and a key that is gone is left out', () => {
  const texts = { title: 'Devices', column: { sn: 'SN', name: 'Name' } };
  expect(withOwnTexts(texts, { 'column.sn': 'Number', gone: 'x', 'column.gone': 'y' })).toEqual({
    title: 'Devices',
    column: { sn: 'Number', name: 'Name' },
  });
  expect(withOwnTexts(texts, undefined)).toBe(texts);
});
