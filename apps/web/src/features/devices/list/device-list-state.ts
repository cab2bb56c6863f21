import {
  CONNECTIONS,
  DEVICE_DAYS,
  DEVICE_FIGURES,
  DEVICE_KINDS,
  DEVICE_SORTS,
  DEVICE_STATUSES,
  DEVICE_TEXTS,
  readDayRange,
  readRange,
} from '@sunfleet/contract';
import {
  choiceField,
  choicesField,
  fieldTexts,
  idsField,
  integerField,
  readFields,
  shapedField,
  textField,
  useUrlState,
} from '../../../lib/url-state.ts';

const each = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

/** What the list can be narrowed by, as it stands in the address. */
const FILTERS = {
  q: textField(),
  kind: choicesField(DEVICE_KINDS),
  status: choicesField(DEVICE_STATUSES),
  connection: choicesField(CONNECTIONS),
  label: idsField(),
  batch: idsField(),
  product: idsField(),
  ...each(DEVICE_TEXTS, textField()),
  ...each(
    DEVICE_FIGURES,
    shapedField((text) => readRange(text) !== undefined),
  ),
  ...each(
    DEVICE_DAYS,
    shapedField((text) => readDayRange(text) !== undefined),
  ),
};

/** Beside the filters, what a view keeps as one: the list has one or the other. */
const KEPT = { bound: choiceField(['true', 'false'], 'true'), ...FILTERS };

const FIELDS = {
  ...KEPT,
  sort: choiceField(DEVICE_SORTS, 'worst'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  /** The view that was opened last. */
  saved: integerField(0),
};

const NO_FILTER = readFields(FILTERS, new URLSearchParams());
export type DeviceFilters = typeof NO_FILTER;
export type DeviceFilterKey = keyof DeviceFilters;
const FILTER_KEYS = Object.keys(FILTERS) as DeviceFilterKey[];

/** The list's filters, order and page, kept in the address. A changed filter starts at the first page. */
export function useDeviceListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<DeviceFilters & Pick<typeof state, 'bound'>>) =>
    set({ ...change, page: 1 });
  const active = FILTER_KEYS.filter((key) => isSet(state[key]));
  const clear = () => filter(NO_FILTER);
  const takeOff = (key: DeviceFilterKey) => filter({ [key]: NO_FILTER[key] });
  return { state, set, filter, active, filtered: active.length > 0, clear, takeOff };
}

const isSet = (value: DeviceFilters[DeviceFilterKey]): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value.length > 0;

export type DeviceListState = ReturnType<typeof useDeviceListState>;

/** Filters and binding by name, as they stand in an address; those that are off are left out. */
export const filterTexts = (
  state: Pick<DeviceListState['state'], keyof typeof KEPT>,
): Record<string, string> => fieldTexts(KEPT, state);

/** Every filter as such texts say; those that they do not name are off. */
export const readFilters = (texts: Readonly<Record<string, string>>) =>
  readFields(KEPT, new URLSearchParams(texts));

/** The filters as the API takes them. */
export function deviceFilter(state: DeviceListState['state']) {
  const entries = FILTER_KEYS.flatMap((key) => {
    const value = state[key];
    if (!isSet(value)) return [];
    return [[key, typeof value === 'string' ? value.trim() : [...value]] as const];
  });
  return { bound: state.bound, ...(Object.fromEntries(entries) as Asked) };
}

type Asked = Partial<
  Record<
    Exclude<DeviceFilterKey, 'kind' | 'status' | 'connection' | 'label' | 'batch' | 'product'>,
    string
  > & {
    kind: DeviceFilters['kind'][number][];
    status: DeviceFilters['status'][number][];
    connection: DeviceFilters['connection'][number][];
    label: number[];
    batch: number[];
    product: number[];
  }
>;
