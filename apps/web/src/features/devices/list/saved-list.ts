import { DEVICE_SORTS } from '@sunfleet/contract';
import type { SavedList } from '../../../parts/saved-views/view-of.ts';
import { type DeviceListState, filterTexts, readFilters } from './device-list-state.ts';

/** The list of devices, as views of it are saved. */
export const savedDevices = ({ state, set, clear }: DeviceListState): SavedList => ({
  name: 'devices',
  table: 'devices',
  now: { filters: filterTexts(state), sort: state.sort, order: state.order },
  saved: state.saved,
  normal: (filters) => filterTexts(readFilters(filters)),
  show: ({ id, filters, sort, order }) =>
    set({
      ...readFilters(filters),
      sort: DEVICE_SORTS.find((known) => known === sort) ?? 'worst',
      order,
      saved: id,
      page: 1,
    }),
  leave() {
    clear();
    set({ bound: 'true', saved: 0, sort: 'worst', order: 'desc' });
  },
  setSaved: (saved) => set({ saved }),
});
