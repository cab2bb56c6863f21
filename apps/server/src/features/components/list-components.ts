import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { containing, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { componentScope } from './component-scope.ts';
import { viewComponents } from './component-view.ts';

type Route = (typeof routes)['listComponents'];

/** A page of the modules and inverters that an actor finds; the search takes manufacturer and model as one text. */
export async function listComponents(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { kind, q, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const where = sql<SqlBool>`${componentScope(actor)}
    AND ${kind === undefined ? sql`true` : sql`components.kind = ${kind}`}
    AND ${q ? sql`lower((components.manufacturer || ' ' || components.model) COLLATE pg_c_utf8) LIKE ${containing(q)}` : sql`true`}`;
  const [rows, counted] = await Promise.all([
    viewComponents(db, actor, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM components WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}
