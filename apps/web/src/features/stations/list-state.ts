import { STATION_SORTS, STATION_STATUSES, STATION_TYPES } from '@sunfleet/contract';
import {
  choiceField,
  choicesField,
  idsField,
  integerField,
  readFields,
  textField,
  useUrlState,
} from '../../lib/url-state.ts';

const FIELDS = {
  view: choiceField(['list', 'map'], 'list'),
  q: textField(),
  status: choicesField(STATION_STATUSES),
  type: choicesField(STATION_TYPES),
  label: idsField(),
  sort: choiceField(STATION_SORTS, 'loss'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
};

/** The list's filters, order and page, kept in the address. A changed filter starts at the first page. */
export function useListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'q' | 'status' | 'type' | 'label'>>) =>
    set({ ...change, page: 1 });
  const filtered =
    state.q !== '' || state.status.length > 0 || state.type.length > 0 || state.label.length > 0;
  const clear = () => filter({ q: '', status: [], type: [], label: [] });
  return { state, set, filter, filtered, clear };
}

/** A page of the list as the API takes it. */
export const pageInput = (state: ListState) => {
  const { page, pageSize, sort, order } = state;
  return { query: { ...filterInput(state), page, pageSize, sort, order, sums: 'true' } };
};

/** What the list asks first where nobody has chosen anything. */
export const firstPageInput = () => pageInput(readFields(FIELDS, new URLSearchParams()));

export type ListState = ReturnType<typeof useListState>['state'];

/** The filters as the API takes them. */
export function filterInput({ q, status, type, label }: ListState) {
  return {
    ...(q ? { q } : {}),
    ...(status.length > 0 ? { status: [...status] } : {}),
    ...(type.length > 0 ? { type: [...type] } : {}),
    ...(label.length > 0 ? { label: [...label] } : {}),
  };
}
