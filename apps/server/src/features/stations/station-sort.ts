import { STATION_STATUSES, type Language, type STATION_SORTS, type StationFigure } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';
import { MEASURED_TODAY } from './measured-today.ts';
import { figureExpression, isOfStation } from './station-figures.ts';

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
const loss = `state.expected_today - coalesce(${MEASURED_TODAY}, CASE WHEN state.communication IN ('offline', 'never') THEN 0 END)`;
/** What a station gave of what it should have given today; unknown while there was no sun. */
const expectedShare = `${MEASURED_TODAY} / nullif(state.expected_today, 0)`;

/** Orders that are not simply those of a figure. */
const KEYS: Readonly<Partial<Record<StationSort, SortKey>>> = {
  worst: state(badness),
  alarms: state(alarmWeight()),
  lastDataAt: state('state.last_data_at'),
  expected: state(expectedShare),
  loss: state(loss, badness),
  // In small letters in `listed_stations`.
  name: station('stations.name'),
  place: station('stations.town'),
  type: station('stations.type'),
  gridConnectedOn: station('stations.grid_connected_on'),
};

/** As the reader calls it. */
const townIn = (language: Language) =>
  sql`lower(coalesce(stations.place_names -> ${language} ->> 0, stations.town) COLLATE pg_c_utf8)`;

export function sortNeedsStations(sort: StationSort): boolean {
  return KEYS[sort]?.ofStation ?? isOfStation(sort);
}

interface Order {
  sort: StationSort;
  order: 'asc' | 'desc';
  language?: Language | undefined;
  /** These come first, whichever way the list is sorted. */
  favourites: readonly number[];
}

/** What is not known comes last whichever way the list is sorted; ties are in the order of ids, so that pages do not overlap. */
export function orderBy({ sort, order, language, favourites }: Order): RawBuilder<unknown> {
  const direction = sql.raw(order === 'asc' ? 'ASC' : 'DESC');
  const first =
    favourites.length === 0 ? [] : [sql`(state.station_id = ANY(${[...favourites]}::bigint[])) DESC`];
  const keys = expressionsOf({ sort, language }).map((key) => sql`${key} ${direction} NULLS LAST`);
  return sql.join([...first, ...keys, sql`state.station_id`]);
}

function expressionsOf({ sort, language }: Pick<Order, 'sort' | 'language'>): RawBuilder<unknown>[] {
  if (sort === 'place' && language) return [townIn(language)];
  const key = KEYS[sort];
  if (!key) return [figureExpression(sort as StationFigure, 0)];
  return [sql.raw(key.expression), ...(key.ties ? [sql.raw(key.ties)] : [])];
}
