import { STATION_STATUSES, type Language, type STATION_SORTS } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';

export type StationSort = (typeof STATION_SORTS)[number];

/** A number that is larger the worse a station is: its status first, then its open alarms by level. */
const badness = `(CASE state.status ${STATION_STATUSES.map(
  (status, index) => `WHEN '${status}' THEN ${STATION_STATUSES.length - index}`,
).join(' ')} ELSE 0 END)::float8 * 1e10 + ${alarmWeight()}`;

function alarmWeight(): string {
  return 'least(state.alarms_emergency, 9999)::float8 * 1e6 + least(state.alarms_general, 999)::float8 * 1e3 + least(state.alarms_tip, 999)';
}

interface SortKey {
  expression: string;
  /** What decides between equals, in the same direction. */
  ties?: string;
  /** Whether it reads the table of stations beside the states. */
  ofStation: boolean;
}

const state = (expression: string, ties?: string): SortKey => ({
  expression,
  ofStation: false,
  ...(ties ? { ties } : {}),
});
const station = (expression: string): SortKey => ({ expression, ofStation: true });

/**
 * kWh that are missing today against the expectation. A station that is not heard may have lost all of it; of one that is heard but counts no
 * energy nothing is known.
 */
const loss = `state.expected_today - coalesce(state.energy_today, CASE WHEN state.communication IN ('offline', 'never') THEN 0 END)`;
/** What a station gave of what it should have given today; unknown while there was no sun. */
const expectedShare = 'state.energy_today / nullif(state.expected_today, 0)';

const KEYS: Readonly<Record<StationSort, SortKey>> = {
  worst: state(badness),
  alarms: state(alarmWeight()),
  power: state('state.power'),
  energyToday: state('state.energy_today'),
  energyMonth: state('state.energy_month'),
  energyTotal: state('state.energy_total'),
  soc: state('state.soc'),
  lastDataAt: state('state.last_data_at'),
  name: station('lower(stations.name COLLATE pg_c_utf8)'),
  place: station('lower(stations.town COLLATE pg_c_utf8)'),
  capacity: station('stations.capacity_kw'),
  powerRatio: station('state.power / stations.capacity_kw'),
  hoursToday: station('state.energy_today / stations.capacity_kw'),
  expected: state(expectedShare),
  loss: state(loss, badness),
  gridConnectedOn: station('stations.grid_connected_on'),
};

/** As the reader calls it. */
const townIn = (language: Language) =>
  sql`lower(coalesce(stations.place_names -> ${language} ->> 0, stations.town) COLLATE pg_c_utf8)`;

export function sortNeedsStations(sort: StationSort): boolean {
  return KEYS[sort].ofStation;
}

/** What is not known comes last whichever way the list is sorted; ties are in the order of ids, so that pages do not overlap. */
export function orderBy(sort: StationSort, order: 'asc' | 'desc', language?: Language): RawBuilder<unknown> {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  if (sort === 'place' && language) {
    return sql`${townIn(language)} ${sql.raw(direction)} NULLS LAST, state.station_id`;
  }
  const { expression, ties } = KEYS[sort];
  const keys = [expression, ...(ties ? [ties] : [])].map((key) => `${key} ${direction} NULLS LAST`);
  return sql`${sql.raw(keys.join(', '))}, state.station_id`;
}
