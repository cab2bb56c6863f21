import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';
import {
  type DayRange,
  type RangeChoice,
  rangeField,
  rangeTimes,
  resolveRange,
} from '../../lib/time/range.ts';

export const ALLOWED = ['all', 'true', 'false'] as const;

const FIELDS = {
  action: textField(),
  user: integerField(0),
  allowed: choiceField(ALLOWED, 'all'),
  range: rangeField('days30'),
  page: integerField(1),
  pageSize: integerField(20),
  /** The entry whose panel is open. */
  entry: integerField(0),
};

/** Filters, page and the open entry, kept in the address. A changed filter starts at the first page. */
export function useAuditState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'action' | 'user' | 'allowed' | 'range'>>) =>
    set({ ...change, page: 1 });
  const filtered =
    state.action !== '' || state.user !== 0 || state.allowed !== 'all' || state.range !== 'days30';
  const clear = () => filter({ action: '', user: 0, allowed: 'all', range: 'days30' as RangeChoice });
  return { state, set, filter, filtered, clear };
}

export type AuditState = ReturnType<typeof useAuditState>;

interface QueryOptions {
  stationId: number | undefined;
  deviceId: number | undefined;
  zone: string;
  today: string;
}

/** The state as the server takes it. */
export function auditQuery(state: AuditState['state'], { stationId, deviceId, zone, today }: QueryOptions) {
  const { action, user, allowed, range, page, pageSize } = state;
  const days: DayRange = resolveRange(range, today);
  return {
    ...rangeTimes(days, zone),
    page,
    pageSize,
    ...(stationId ? { stationId } : {}),
    ...(deviceId ? { deviceId } : {}),
    ...(action ? { action } : {}),
    ...(user ? { userId: user } : {}),
    ...(allowed === 'all' ? {} : { allowed }),
  };
}
