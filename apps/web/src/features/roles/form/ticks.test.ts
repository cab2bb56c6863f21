import { type OfferedPermission, offeredOf } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { tickOf, toggle, toggleAll } from './ticks.ts';

const LABELS = offeredOf('labels');
const held: readonly OfferedPermission[] = ['labels.view', 'labels.create'];

test('a domain is ticked, half ticked or not', () => {
  expect(tickOf(LABELS, [])).toBe('none');
  expect(tickOf(LABELS, ['labels.view', 'stations.view'])).toBe('some');
  expect(tickOf(LABELS, LABELS)).toBe('all');
});

test('a permission is ticked and unticked', () => {
  expect(toggle(['labels.view'], 'labels.edit')).toEqual(['labels.view', 'labels.edit']);
  expect(toggle(['labels.view', 'labels.edit'], 'labels.edit')).toEqual(['labels.view']);
});

test('a whole domain is ticked as far as the editor holds it, then unticked', () => {
  const ticked = toggleAll(LABELS, { ticked: ['stations.view'], held });
  expect(ticked).toEqual(['stations.view', 'labels.view', 'labels.create']);
  expect(toggleAll(LABELS, { ticked, held })).toEqual(['stations.view']);
});
