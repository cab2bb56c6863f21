import {
  ALARM_ASSIGNED,
  ALARM_HANDLINGS,
  ALARM_LEVELS,
  ALARM_SORTS,
  ALARM_TYPES,
  type AlarmLevel,
} from '@sunfleet/contract';
import {
  choiceField,
  choicesField,
  fieldTexts,
  integerField,
  readFields,
  textField,
  type UrlField,
  useUrlState,
} from '../../lib/url-state.ts';

export const ALARM_STATES = ['active', 'recovered', 'all'] as const;

export const SHIELDED = ['no', 'yes', 'all'] as const;

export const ASSIGNED = ['all', ...ALARM_ASSIGNED] as const;

/** The worst first, as they are shown. */
export const LEVELS: readonly AlarmLevel[] = ALARM_LEVELS.toReversed();

/** What somebody has to do something about. */
const USUAL_LEVELS: readonly AlarmLevel[] = ['emergency', 'general'];
const inOrder = (levels: readonly AlarmLevel[]) => LEVELS.filter((level) => levels.includes(level)).join(',');

/** Tips are left out until they are asked for; none chosen is all of them. */
const levelsField: UrlField<readonly AlarmLevel[]> = {
  read(text) {
    const levels = LEVELS.filter((level) => text?.split(',').includes(level));
    return levels.length === 0 ? USUAL_LEVELS : levels;
  },
  write(levels) {
    const text = inOrder(levels.length === 0 ? LEVELS : levels);
    return text === inOrder(USUAL_LEVELS) ? undefined : text;
  },
};

/** What the list can be narrowed by, as it stands in the address. */
const FILTERS = {
  state: choiceField(ALARM_STATES, 'active'),
  level: levelsField,
  handling: choicesField(ALARM_HANDLINGS),
  assigned: choiceField(ASSIGNED, 'all'),
  type: choicesField(ALARM_TYPES),
  shielded: choiceField(SHIELDED, 'no'),
  q: textField(),
};

const FIELDS = {
  ...FILTERS,
  sort: choiceField(ALARM_SORTS, 'loss'),
  order: choiceField(['asc', 'desc'], 'desc'),
  page: integerField(1),
  pageSize: integerField(20),
  /** The one whose panel is open. */
  alarm: integerField(0),
  /** The view that was opened last. */
  saved: integerField(0),
};

const NO_FILTER = readFields(FILTERS, new URLSearchParams());
type AlarmFilters = typeof NO_FILTER;

/** Filters, order, page and the open alarm, kept in the address. A changed filter starts at the first page. */
export function useAlarmListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<AlarmFilters>) => set({ ...change, page: 1 });
  const filtered = Object.keys(filterTexts(state)).length > 0;
  const clear = () => filter(NO_FILTER);
  return { state, set, filter, filtered, clear };
}

export type AlarmListState = ReturnType<typeof useAlarmListState>;

/** The filters by name, as they stand in an address; those that are off are left out. */
export const filterTexts = (state: AlarmFilters): Record<string, string> => fieldTexts(FILTERS, state);

/** Every filter as such texts say; those that they do not name are off. */
export const readFilters = (texts: Readonly<Record<string, string>>): AlarmFilters =>
  readFields(FILTERS, new URLSearchParams(texts));

/** Filters and order as routes ask for them. */
export function alarmQuery(list: AlarmListState['state']) {
  const { state, level, handling, assigned, type, shielded, q, sort, order } = list;
  const text = q.trim();
  return {
    state,
    sort,
    order,
    ...(level.length === LEVELS.length ? {} : { level: [...level] }),
    ...(handling.length > 0 ? { handling: [...handling] } : {}),
    ...(assigned === 'all' ? {} : { assigned }),
    ...(type.length > 0 ? { type: [...type] } : {}),
    ...(shielded === 'no' ? {} : { shielded }),
    ...(text ? { q: text } : {}),
  };
}
