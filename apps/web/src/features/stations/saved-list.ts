import { type SavedView, STATION_SORTS } from '@sunfleet/contract';
import type { SavedList } from '../../parts/saved-views/view-of.ts';
import { filterTexts, readFilters, type useListState } from './list-state.ts';

/** Filters and order of a view, as the list takes them. */
export const stateOf = ({ id, filters, sort, order }: SavedView) => ({
  ...readFilters(filters),
  sort: STATION_SORTS.find((known) => known === sort) ?? ('loss' as const),
  order,
  saved: id,
  page: 1,
});

/** The list of stations, as views of it are saved. */
export const savedStations = ({ state, set, clear }: ReturnType<typeof useListState>): SavedList => ({
  name: 'stations',
  table: 'stations',
  now: { filters: filterTexts(state), sort: state.sort, order: state.order },
  saved: state.saved,
  normal: (filters) => filterTexts(readFilters(filters)),
  show: (view) => set(stateOf(view)),
  leave() {
    clear();
    set({ saved: 0, sort: 'loss', order: 'desc' });
  },
  setSaved: (saved) => set({ saved }),
});
