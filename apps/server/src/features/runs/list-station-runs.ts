import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { isTold } from '../scope/index.ts';
import { requireStation } from '../stations/index.ts';
import { viewRuns } from './run-view.ts';

type Route = (typeof routes)['listStationRuns'];

/**
 * Runs on devices that were at a station when they were started, newest first, whoever started them since the station is the actor's side's. Throws AppError
 * `stationNotFound`.
 */
export async function listStationRuns(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  stationId: number,
  { kind, state, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  await requireStation(db, actor, stationId, 'parameters.read');
  const oneOf = (column: string, values: readonly string[] | undefined) =>
    values && values.length > 0 ? sql`${sql.ref(column)} = ANY(${[...values]}::text[])` : sql`true`;
  const told = isTold(actor, {
    at: sql`runs.created_at`,
    by: sql`runs.user_id`,
    organisation: sql`runs.organisation_id`,
  });
  const where = sql<SqlBool>`runs.id IN (SELECT run_id FROM run_devices WHERE station_id = ${stationId})
    AND (SELECT ${told} FROM stations WHERE stations.id = ${stationId})
    AND ${oneOf('runs.kind', kind)} AND ${oneOf('runs.state', state)}`;
  const [rows, counted] = await Promise.all([
    viewRuns(db, actor, { where, end: limitTo(paging), stationId }),
    sql<{ total: number }>`SELECT count(*) AS total FROM runs WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}
