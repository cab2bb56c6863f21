import { ALARM_HANDLINGS, ALARM_LEVELS, ALARM_SORTS, type AlarmLevel } from '@sunfleet/contract';
import { choiceField, choicesField, integerField, textField, useUrlState } from '../../lib/url-state.ts';

export const ALARM_STATES = ['active', 'recovered', 'all'] as const;

export const SHIELDED = ['no', 'yes', 'all'] as const;

/** The worst first, as they are shown. */
export const LEVELS: readonly AlarmLevel[] = ALARM_LEVELS.toReversed();

const FIELDS = {
  state: choiceField(ALARM_STATES, 'active'),
  level: choicesField(ALARM_LEVELS),
  handling: choicesField(ALARM_HANDLINGS),
  shielded: choiceField(SHIELDED, 'no'),
  q: textField(),
  sort: choiceField(ALARM_SORTS, 'level'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  /** The one whose panel is open. */
  alarm: integerField(0),
};

/** Filters, order, page and the open alarm, kept in the address. A changed filter starts at the first page. */
export function useAlarmListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'state' | 'level' | 'handling' | 'shielded' | 'q'>>) =>
    set({ ...change, page: 1 });
  const filtered =
    state.q !== '' ||
    state.level.length > 0 ||
    state.handling.length > 0 ||
    state.shielded !== 'no' ||
    state.state !== 'active';
  const clear = () => filter({ q: '', level: [], handling: [], shielded: 'no', state: 'active' });
  return { state, set, filter, filtered, clear };
}

export type AlarmListState = ReturnType<typeof useAlarmListState>;

/** Filters and order as routes ask for them. */
export function alarmQuery({ state, level, handling, shielded, q, sort, order }: AlarmListState['state']) {
  const text = q.trim();
  return {
    state,
    sort,
    order,
    ...(level.length > 0 ? { level: [...level] } : {}),
    ...(handling.length > 0 ? { handling: [...handling] } : {}),
    ...(shielded === 'no' ? {} : { shielded }),
    ...(text ? { q: text } : {}),
  };
}
