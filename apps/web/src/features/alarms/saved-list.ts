import { ALARM_SORTS } from '@sunfleet/contract';
import type { SavedList } from '../../parts/saved-views/view-of.ts';
import { type AlarmListState, filterTexts, readFilters } from './alarm-list-state.ts';

/** The list of alarms, as views of it are saved. */
export const savedAlarms = ({ state, set, clear }: AlarmListState): SavedList => ({
  name: 'alarms',
  table: 'alarms',
  now: { filters: filterTexts(state), sort: state.sort, order: state.order },
  saved: state.saved,
  normal: (filters) => filterTexts(readFilters(filters)),
  show: ({ id, filters, sort, order }) =>
    set({
      ...readFilters(filters),
      sort: ALARM_SORTS.find((known) => known === sort) ?? 'loss',
      order,
      saved: id,
      page: 1,
    }),
  leave() {
    clear();
    set({ saved: 0, sort: 'loss', order: 'desc' });
  },
  setSaved: (saved) => set({ saved }),
});
