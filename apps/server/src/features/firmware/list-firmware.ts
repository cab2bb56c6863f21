import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { containing, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { firmwareScope } from './firmware-scope.ts';
import { viewFirmware } from './firmware-view.ts';

type Route = (typeof routes)['listFirmware'];

/** A page of the firmware that an actor finds; the search takes name, version and models as one text. */
export async function listFirmware(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { q, component, state, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const searched = sql`lower((firmware.name || ' ' || firmware.version || ' ' || array_to_string(firmware.models, ' ')) COLLATE pg_c_utf8)`;
  const where = sql<SqlBool>`${firmwareScope(actor)}
    AND ${component === undefined ? sql`true` : sql`firmware.component = ${component}`}
    AND ${state === undefined ? sql`true` : sql`firmware.state = ${state}`}
    AND ${q ? sql`${searched} LIKE ${containing(q)}` : sql`true`}`;
  const [rows, counted] = await Promise.all([
    viewFirmware(db, actor, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM firmware WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}
