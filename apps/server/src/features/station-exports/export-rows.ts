import { stationFilter, STATION_SORTS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ExportQuery } from '../../platform/postgres/tables/station-exports.ts';
import {
  orderBy,
  readRows,
  readScoped,
  requireMoney,
  sortNeedsStations,
  stationSource,
} from '../stations/index.ts';
import { listRevenues } from '../tariffs/index.ts';
import type { ExportRow } from './export-columns.ts';

/** Rows that are read at a time: many enough to be quick, few enough that others have their turn between. */
const AT_ONCE = 200;

/** Ids of the stations of a file, in their order. Throws AppError `noDataPermission`. */
export async function exportIds(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { query, most }: { query: ExportQuery; most: number },
): Promise<number[]> {
  const filter = { ...stationFilter.parse(query.filters), language: query.language };
  requireMoney(actor, filter);
  const sort = STATION_SORTS.find((known) => known === query.sort) ?? 'name';
  const scoped = await readScoped(db, actor, filter);
  const named = query.ids !== null;
  const { from, whereAll } = stationSource(scoped, filter, {
    withStations: named || sortNeedsStations(sort),
  });
  const { rows } = await sql<{ id: number }>`
    SELECT state.station_id AS id FROM ${from}
     WHERE ${whereAll} AND ${named ? sql`state.station_id = ANY(${query.ids}::bigint[])` : sql`true`}
     ORDER BY ${orderBy({ sort, order: query.order, language: query.language, favourites: scoped.favourites })}
     LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The rows, a few hundred at a time. Each part is read by what its person may do then: what was given away meanwhile is left out, and the file ends
 * where the right is gone.
 */
export async function* exportRows(
  platform: Pick<Platform, 'db' | 'clock'>,
  findActor: () => Promise<Actor>,
  { ids, query, signal }: { ids: readonly number[]; query: ExportQuery; signal: AbortSignal },
): AsyncGenerator<{ rows: ExportRow[]; done: number }> {
  const namesMoney = query.columns.some((key) => key.startsWith('revenue'));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    signal.throwIfAborted();
    const actor = await findActor();
    const part = ids.slice(at, at + AT_ONCE);
    const [rows, revenues] = await Promise.all([
      readRows(platform, actor, { ids: part, language: query.language }),
      namesMoney && may(actor, 'tariffs.view') ? listRevenues(platform, actor, part) : [],
    ]);
    const money = new Map(revenues.map((one) => [one.stationId, one.revenues]));
    yield {
      rows: rows.map((row) => ({ ...row, revenues: money.get(row.id) ?? [] })),
      done: at + part.length,
    };
  }
}
