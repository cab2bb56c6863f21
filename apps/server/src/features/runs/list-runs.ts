import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { runScope } from './run-scope.ts';
import { viewRuns } from './run-view.ts';

type Route = (typeof routes)['listRuns'];

/** Runs that the actor may see, newest first. */
export async function listRuns(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { kind, state, batchId, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const where = sql<SqlBool>`${runScope(actor)} AND ${kind === undefined ? sql`true` : sql`runs.kind = ${kind}`}
    AND ${state === undefined ? sql`true` : sql`runs.state = ${state}`}
    AND ${batchId === undefined ? sql`true` : sql`runs.id IN (SELECT run_id FROM run_batches WHERE batch_id = ${batchId})`}`;
  const [rows, counted] = await Promise.all([
    viewRuns(db, actor, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM runs WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}
