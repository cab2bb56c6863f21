import {
  STATION_STATUSES,
  type Language,
  type RouteOutput,
  type routes,
  type StationStatus,
} from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { anyOf, limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { maskFor } from '../accounts/index.ts';
import { labelTags } from '../labels/index.ts';
import { ENDED_STATIONS, readStationScope } from '../scope/index.ts';
import { needsStations, stationCondition, type ScopedActor, type StationFilter } from './station-filter.ts';
import { orderBy, sortNeedsStations, type StationSort } from './station-sort.ts';
import { sumStations } from './sum-stations.ts';
import { stationsWithState, toStationRow } from './station-view.ts';

type StationPage = RouteOutput<(typeof routes)['listStations']>;

export interface StationListQuery extends StationFilter, Paging {
  sort: StationSort;
  order: 'asc' | 'desc';
  /** Whether the sums are wanted as well. */
  sums?: boolean | undefined;
  /** Of the places. */
  language?: Language | undefined;
}

const eb = expressionBuilder<Tables, 'stations'>();

/**
 * One page of the stations an actor may see, with the number of stations by status under the same search. All questions run at
 * the same time, each in one pass over the narrow table of states; only the rows of the page are then read in full.
 */
export async function listStations(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  query: StationListQuery,
): Promise<StationPage> {
  const scoped = { actor, scope: await readStationScope(platform.db, actor) };
  const [ids, counts, sums] = await Promise.all([
    pageOfIds(platform, scoped, query),
    countByStatus(platform, scoped, query),
    query.sums ? sumStations(platform, scoped, query) : undefined,
  ]);
  const [rows, labels] = await Promise.all([
    ids.length === 0 ? [] : stationsWithState(platform.db).where('stations.id', 'in', ids).execute(),
    labelTags(platform.db, actor, { of: 'station', ids }),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mask = maskFor(actor);
  const chosen = query.status ?? STATION_STATUSES;
  const total = [...new Set(chosen)].reduce((sum, status) => sum + counts[status], 0);
  const shown = ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => toStationRow(row, { mask, labels, language: query.language }));
  return { ...toPage(query, total, shown), counts, ...(sums ? { sums } : {}) };
}

async function pageOfIds(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  query: StationListQuery,
): Promise<readonly number[]> {
  const withStations = needsStations(scoped.actor, query) || sortNeedsStations(query.sort);
  const result = await sql<{ id: number }>`
    SELECT state.station_id AS id FROM ${source(withStations)}
    WHERE ${query.status ? anyOf('state.status', query.status) : sql`true`}
      AND ${withStations ? stationCondition(scoped, query)(eb) : NOT_ENDED}
    ORDER BY ${orderBy(query.sort, query.order, query.language)}
    ${limitTo(query)}`.execute(db);
  return result.rows.map((row) => row.id);
}

async function countByStatus(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  filter: StationFilter,
): Promise<Record<StationStatus, number>> {
  const withStations = needsStations(scoped.actor, filter);
  const result = await sql<{ status: StationStatus; n: number }>`
    SELECT state.status, count(*) AS n FROM ${source(withStations)}
    WHERE ${withStations ? stationCondition(scoped, filter)(eb) : NOT_ENDED}
    GROUP BY state.status`.execute(db);
  const counts = Object.fromEntries(STATION_STATUSES.map((status) => [status, 0])) as Record<
    StationStatus,
    number
  >;
  for (const row of result.rows) counts[row.status] = row.n;
  return counts;
}

const NOT_ENDED = sql`state.station_id <> ALL(${ENDED_STATIONS})`;

function source(withStations: boolean): RawBuilder<unknown> {
  return withStations
    ? sql`station_states AS state JOIN stations ON stations.id = state.station_id`
    : sql`station_states AS state`;
}
