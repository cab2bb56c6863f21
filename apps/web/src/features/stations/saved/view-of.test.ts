import type { SavedView } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { firstView } from './use-saved-views.ts';
import { isSameView, stateOf } from './view-of.ts';

const mint = (changes: Partial<SavedView> = {}): SavedView => ({
  id: 4,
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

test('a view says what every filter is, also those that are off', () => {
  expect(stateOf(mint())).toMatchObject({
    saved: 4,
    page: 1,
    sort: 'power',
    order: 'asc',
    capacity: '100..',
    status: ['offline', 'alarm'],
    owner: '',
    favourite: false,
    label: [],
  });
});

test('views are the same where they show the same', () => {
  expect(isSameView(mint(), mint({ columns: ['power', 'name'] }))).toBe(true);
  expect(isSameView(mint(), mint({ filters: { status: 'alarm,offline', capacity: '100..' } }))).toBe(true);
  for (const other of [
    { filters: {} },
    { sort: 'name' as const },
    { order: 'desc' as const },
    { columns: [] },
  ])
    expect(isSameView(mint(), mint(other))).toBe(false);
});
