import type { SavedView } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { firstView } from './use-saved-views.ts';

const mint = (changes: Partial<SavedView> = {}): SavedView => ({
  id: 4,
  list: 'stations',
  name: 'Large ones',
  columns: ['name', 'power'],
  filters: { capacity: '100..', status: 'offline,alarm' },
  sort: 'power',
  order: 'asc',
  shared: false,
  author: null,
  editable: true,
  isDefault: false,
  gone: [],
  ...changes,
});

test('an address without anything opens the default, one with a view alone opens it, and any other stays as it is', () => {
  const views = [mint(), mint({ id: 5, isDefault: true })];
  expect(firstView(views, '')).toBe(views[1]);
  expect(firstView(views.slice(0, 1), '')).toBeUndefined();
  expect(firstView(views, '?saved=4')).toBe(views[0]);
  expect(firstView(views, '?saved=4&status=alarm')).toBeUndefined();
  expect(firstView(views, '?status=alarm')).toBeUndefined();
  expect(firstView(views, '?saved=9')).toBe('unknown');
});
