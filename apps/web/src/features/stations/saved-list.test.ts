import type { SavedView } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { isSameView } from '../../parts/saved-views/view-of.ts';
import { filterTexts, readFilters } from './list-state.ts';
import { stateOf } from './saved-list.ts';

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
  const isSame = (other: SavedView) =>
    isSameView(mint(), other, (filters) => filterTexts(readFilters(filters)));
  expect(isSame(mint({ columns: ['power', 'name'] }))).toBe(true);
  expect(isSame(mint({ filters: { status: 'alarm,offline', capacity: '100..' } }))).toBe(true);
  for (const other of [{ filters: {} }, { sort: 'name' }, { order: 'desc' as const }, { columns: [] }])
    expect(isSame(mint(other))).toBe(false);
});
