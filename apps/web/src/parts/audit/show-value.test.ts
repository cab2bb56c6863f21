import { expect, test } from 'vitest';
import { createFormat } from '../../lib/format/use-format.ts';
import { readChanges } from './read-changes.ts';
import { showValue } from './show-value.ts';

const show = (value: unknown, name = 'field') =>
  showValue(value, {
    name,
    format: createFormat('en-US'),
    zone: 'Europe/Madrid',
    words: { yes: 'Yes', no: 'No' },
    names: { 'productId/7': 'Maker Hybrid 10' },
  });

test('values read as words, not as JSON', () => {
  expect(show(true)).toBe('Yes');
  expect(show(null)).toBe('–');
  expect(show([])).toBe('–');
  expect(show([3, 5], 'stationIds')).toBe('3, 5');
  expect(show(7, 'productId')).toBe('Maker Hybrid 10');
  expect(show(8, 'productId')).toBe('8');
  expect(show(8.4)).toBe('8.4');
  expect(show(2026)).toBe('2026');
  expect(show(Date.parse('2026-11-21T11:00:00Z'), 'endsAt')).toMatch(/Nov 21, 2026, 12:00/);
  expect(show('2026-11-21T11:00:00.000Z', 'endsAt')).toMatch(/Nov 21, 2026, 12:00/);
  expect(show({ user: 3, wide: false })).toBe('user: 3; wide: No');
});

test('only what changed is shown, and all of what is new', () => {
  expect(readChanges({ name: 'A', color: '#000000' }, { name: 'B', color: '#000000' })).toEqual([
    { field: 'name', before: 'A', after: 'B' },
  ]);
  expect(readChanges(null, { name: 'B' })).toEqual([{ field: 'name', before: undefined, after: 'B' }]);
  expect(readChanges(null, null)).toEqual([]);
});
