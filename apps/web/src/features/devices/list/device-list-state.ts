import { DEVICE_KINDS, DEVICE_SORTS, DEVICE_STATUSES } from '@sunfleet/contract';
import {
  choiceField,
  choicesField,
  idsField,
  integerField,
  textField,
  useUrlState,
} from '../../../lib/url-state.ts';

const FIELDS = {
  bound: choiceField(['true', 'false'], 'true'),
  q: textField(),
  kind: choicesField(DEVICE_KINDS),
  status: choicesField(DEVICE_STATUSES),
  label: idsField(),
  sort: choiceField(DEVICE_SORTS, 'worst'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
};

/** The list's filters, order and page, kept in the address. A changed filter starts at the first page. */
export function useDeviceListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'bound' | 'q' | 'kind' | 'status' | 'label'>>) =>
    set({ ...change, page: 1 });
  const filtered =
    state.q !== '' || state.kind.length > 0 || state.status.length > 0 || state.label.length > 0;
  const clear = () => filter({ q: '', kind: [], status: [], label: [] });
  return { state, set, filter, filtered, clear };
}

export type DeviceListState = ReturnType<typeof useDeviceListState>;

/** The filters as the API takes them. */
export function deviceFilter({ bound, q, kind, status, label }: DeviceListState['state']) {
  const text = q.trim();
  return {
    bound,
    ...(text ? { q: text } : {}),
    ...(kind.length > 0 ? { kind: [...kind] } : {}),
    ...(status.length > 0 ? { status: [...status] } : {}),
    ...(label.length > 0 ? { label: [...label] } : {}),
  };
}
