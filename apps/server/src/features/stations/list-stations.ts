import { STATION_STATUSES, type RouteOutput, type routes, type StationStatus } from '@sunfleet/contract';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import { maskFor } from '../accounts/index.ts';
import { labelTags } from '../labels/index.ts';
import { stationScope } from '../scope/index.ts';
import { readScoped, type ScopedActor, type StationFilter } from './station-filter.ts';
import { orderBy, sortNeedsStations, type StationSort } from './station-sort.ts';
import { stationSource } from './station-source.ts';
import { sumStations } from './sum-stations.ts';
import { stationsWithState, toStationRow } from './station-view.ts';

type StationPage = RouteOutput<(typeof routes)['listStations']>;

/** Which stations, in which order. */
export interface StationOrder extends StationFilter {
  sort: StationSort;
  order: 'asc' | 'desc';
}

export interface StationListQuery extends StationOrder, Paging {
  /** Whether the sums are wanted as well. */
  sums?: boolean | undefined;
}

/**
 * One page of the stations an actor may see, its favourites first, with the number of stations by status under the same search. All questions
 * run at the same time, each in one pass over the narrow table of states; only the rows of the page are then read in full.
 * Throws AppError `noDataPermission` where revenue is asked for by somebody who may not see money.
 */
export async function listStations(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  query: StationListQuery,
): Promise<StationPage> {
  requireMoney(actor, query);
  const scoped = await readScoped(platform.db, actor, query);
  const [{ ids, counts }, sums] = await Promise.all([
    pageBesideCounts(platform, scoped, query),
    query.sums ? sumStations(platform, scoped, query) : undefined,
  ]);
  const chosen = query.status ?? STATION_STATUSES;
  const total = [...new Set(chosen)].reduce((sum, status) => sum + counts[status], 0);
  const shown = await readRows(platform, actor, {
    ids,
    language: query.language,
    favourites: scoped.favourites,
  });
  return { ...toPage(query, total, shown), counts, ...(sums ? { sums } : {}) };
}

/** Amounts are for those who may see them. */
export function requireMoney(actor: Actor, { currency }: Pick<StationFilter, 'currency'>): void {
  if (currency !== undefined && !may(actor, 'tariffs.view')) throw new AppError('noDataPermission');
}

/** Rows that the actor may see, in the order of their ids; a station that went meanwhile is left out. */
export async function readRows(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { ids, language, favourites }: RowsQuery,
): Promise<StationPage['rows']> {
  const [rows, labels] = await Promise.all([
    ids.length === 0
      ? []
      : stationsWithState(db)
          .where('stations.id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
          .where(stationScope(actor))
          .execute(),
    labelTags(db, actor, { of: 'station', ids }),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const context = { mask: maskFor(actor), labels, favourites: new Set(favourites), language };
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => toStationRow(row, context));
}

interface RowsQuery extends Pick<StationFilter, 'language'> {
  ids: readonly number[];
  favourites?: readonly number[];
}

type Counts = Record<StationStatus, number>;
interface Page {
  ids: readonly number[];
  counts: Counts;
}

const NONE = Object.fromEntries(STATION_STATUSES.map((status) => [status, 0])) as Counts;

/** Two passes at the same time, each over the columns that it needs: to keep what fits for both costs as much as to look again. */
async function pageBesideCounts(
  { db }: Pick<Platform, 'db'>,
  scoped: ScopedActor,
  query: StationListQuery,
): Promise<Page> {
  const order = { ...query, favourites: scoped.favourites };
  const source = stationSource(scoped, query, { withStations: sortNeedsStations(query.sort) });
  const counted = stationSource(scoped, query);
  const [ids, counts] = await Promise.all([
    sql<{ id: number }>`
      SELECT state.station_id AS id FROM ${source.from} WHERE ${source.whereAll}
      ORDER BY ${orderBy(order)} ${limitTo(query)}`.execute(db),
    sql<{ status: StationStatus; n: number }>`
      SELECT state.status, count(*) AS n FROM ${counted.from} WHERE ${counted.where} GROUP BY state.status`.execute(
      db,
    ),
  ]);
  return {
    ids: ids.rows.map(({ id }) => id),
    counts: { ...NONE, ...Object.fromEntries(counts.rows.map(({ status, n }) => [status, n])) },
  };
}
