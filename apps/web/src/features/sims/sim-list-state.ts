import { SIM_ALERTS, SIM_SORTS, SIM_STATUSES } from '@sunfleet/contract';
import { choiceField, choicesField, integerField, textField, useUrlState } from '../../lib/url-state.ts';

const FIELDS = {
  id: integerField(undefined),
  q: textField(),
  status: choicesField(SIM_STATUSES),
  alert: choicesField(SIM_ALERTS),
  linked: choiceField(['true', 'false'], undefined),
  sort: choiceField(SIM_SORTS, 'expiresOn'),
  order: choiceField(['asc', 'desc'], 'asc'),
  page: integerField(1),
  pageSize: integerField(20),
};

type State = ReturnType<typeof useUrlState<typeof FIELDS>>[0];

/** The list's filters, order and page, kept in the address. A changed filter starts at the first page. */
export function useSimListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<typeof state>) => set({ ...change, page: 1 });
  const filtered = Object.keys(simFilter(state)).length > 0;
  const clear = () => filter({ id: undefined, q: '', status: [], alert: [], linked: undefined });
  return { state, set, filter, filtered, clear };
}

export type SimListState = ReturnType<typeof useSimListState>;

/** The filters as the API takes them. */
export function simFilter({ id, q, status, alert, linked }: State) {
  const text = q.trim();
  return {
    ...(id === undefined ? {} : { id }),
    ...(text ? { q: text } : {}),
    ...(status.length > 0 ? { status: [...status] } : {}),
    ...(alert.length > 0 ? { alert: [...alert] } : {}),
    ...(linked === undefined ? {} : { linked }),
  };
}
