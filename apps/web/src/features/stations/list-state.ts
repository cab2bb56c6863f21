import {
  ALARM_LEVELS,
  COMMUNICATION,
  readDayRange,
  readRange,
  STATION_FIGURES,
  STATION_REVENUES,
  STATION_SORTS,
  STATION_STATUSES,
  STATION_TEXTS,
  STATION_TYPES,
} from '@sunfleet/contract';
import {
  choiceField,
  choicesField,
  flagField,
  idsField,
  integerField,
  readFields,
  shapedField,
  textField,
  useUrlState,
} from '../../lib/url-state.ts';

const each = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

const rangeField = shapedField((text) => readRange(text) !== undefined);

/** What a list can be narrowed by, as it stands in the address. */
const FILTERS = {
  q: textField(),
  status: choicesField(STATION_STATUSES),
  type: choicesField(STATION_TYPES),
  communication: choicesField(COMMUNICATION),
  alarm: choicesField(ALARM_LEVELS),
  label: idsField(),
  favourite: flagField(),
  visitors: choiceField(['open', 'closed'], undefined),
  design: choiceField(['set', 'none'], undefined),
  ...each(STATION_TEXTS, textField()),
  ...each(STATION_FIGURES, rangeField),
  gridConnectedOn: shapedField((text) => readDayRange(text) !== undefined),
  currency: shapedField((text) => /^[A-Z]{3}$/.test(text)),
  ...each(STATION_REVENUES, rangeField),
};

const FIELDS = {
  view: choiceField(['list', 'map'], 'list'),
  ...FILTERS,
  sort: choiceField(STATION_SORTS, 'loss'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  /** The view that was opened last. */
  saved: integerField(0),
};

const NO_FILTER = readFields(FILTERS, new URLSearchParams());
export type StationFilters = typeof NO_FILTER;
export type FilterKey = keyof StationFilters;
export const FILTER_KEYS = Object.keys(FILTERS) as FilterKey[];

/** The list's filters, order and page, kept in the address. A changed filter starts at the first page. */
export function useListState() {
  const [held, set] = useUrlState(FIELDS);
  const state = inOneCurrency(held);
  const filter = (change: Partial<StationFilters>) => set({ ...change, page: 1 });
  const active = activeFilters(state);
  const clear = () => filter(NO_FILTER);
  return { state, set, filter, active, filtered: active.length > 0, clear };
}

type HeldState = ReturnType<typeof readFields<typeof FIELDS>>;

/** Amounts are compared within one currency: without one there is neither a filter nor an order by them. */
function inOneCurrency(state: HeldState): HeldState {
  if (state.currency !== '') return state;
  const sort = STATION_REVENUES.some((figure) => figure === state.sort) ? 'loss' : state.sort;
  return { ...state, ...each(STATION_REVENUES, ''), sort };
}

const isSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== '' && value !== false && value !== undefined;

/** Names of the filters that narrow the list. */
export const activeFilters = (state: StationFilters): FilterKey[] =>
  FILTER_KEYS.filter((key) => isSet(state[key]));

/** The same without a filter. */
export const withoutFilter = (key: FilterKey): Partial<StationFilters> => ({ [key]: NO_FILTER[key] });

type AnyWrite = (value: unknown) => string | undefined;

/** The filters by name, as they stand in an address. */
export const filterTexts = (state: StationFilters): Record<string, string> =>
  Object.fromEntries(
    activeFilters(state).map((key) => [key, (FILTERS[key].write as AnyWrite)(state[key]) ?? '']),
  );

/** Every filter as such texts say; those that they do not name are off. */
export const readFilters = (texts: Readonly<Record<string, string>>): StationFilters =>
  readFields(FILTERS, new URLSearchParams(texts));

/** A page of the list as the API takes it. */
export const pageInput = (state: ListState) => {
  const { page, pageSize, sort, order } = state;
  return { query: { ...filterInput(state), page, pageSize, sort, order, sums: 'true' } };
};

/** What the list asks first where nobody has chosen anything. */
export const firstPageInput = () => pageInput(readFields(FIELDS, new URLSearchParams()));

export type ListState = ReturnType<typeof useListState>['state'];

/** The filters as the API takes them. */
export function filterInput(state: StationFilters) {
  const entries = activeFilters(state).map((key) => {
    const value = state[key];
    return [key, Array.isArray(value) ? [...value] : value === true ? 'true' : value];
  });
  return Object.fromEntries(entries) as Partial<
    Record<FilterKey, string> & {
      status: StationFilters['status'][number][];
      type: StationFilters['type'][number][];
      communication: StationFilters['communication'][number][];
      alarm: StationFilters['alarm'][number][];
      label: number[];
      visitors: 'open' | 'closed';
      design: 'set' | 'none';
    }
  >;
}
