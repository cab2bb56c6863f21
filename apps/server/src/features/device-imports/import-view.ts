import type { DeviceImport, DeviceImportRow, RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { DEVICE_IMPORT_ROW_STATES, LIMITS } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { anyOf, limitTo, toPage } from '../../platform/postgres/list-query.ts';

interface Row extends Omit<DeviceImport, 'createdAt' | 'endedAt'> {
  createdAt: Date;
  endedAt: Date | null;
}

/** A table of the actor's own. Throws AppError `deviceImportNotFound`. */
export async function getImport(db: Db, actor: Actor, id: number): Promise<DeviceImport> {
  const [found] = await view(db, sql<SqlBool>`one.id = ${id} AND one.user_id = ${actor.userId}`);
  if (!found) throw new AppError('deviceImportNotFound', { id });
  return found;
}

/** The newest tables that the actor uploaded. */
export function listImports(db: Db, actor: Actor): Promise<DeviceImport[]> {
  return view(db, sql<SqlBool>`one.user_id = ${actor.userId}`);
}

async function view(db: Db, where: RawBuilder<SqlBool>): Promise<DeviceImport[]> {
  const counts = sql.join(
    DEVICE_IMPORT_ROW_STATES.map(
      (state) => sql`${sql.lit(state)}::text, count(*) FILTER (WHERE state = ${sql.lit(state)})`,
    ),
  );
  const { rows } = await sql<Row>`
    SELECT one.id, one.file_name, one.state, one.created_at, one.ended_at, rows.total, rows.counts, rows.secrets
      FROM device_imports one CROSS JOIN LATERAL (
        SELECT count(*) AS total, count(secret) AS secrets, jsonb_build_object(${counts}) AS counts
          FROM device_import_rows WHERE import_id = one.id) rows
     WHERE ${where} ORDER BY one.id DESC LIMIT ${LIMITS.deviceImportsKept}`.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  }));
}

type Route = (typeof routes)['listDeviceImportRows'];

/** Rows of a table, what is wrong or was refused first. Throws AppError `deviceImportNotFound`. */
export async function listRows(
  db: Db,
  actor: Actor,
  { id, state, ...paging }: { id: number } & RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const { counts } = await getImport(db, actor, id);
  const states = state ?? DEVICE_IMPORT_ROW_STATES;
  const { rows } = await sql<DeviceImportRow>`
    SELECT row, sn, station, kind, state, message, device_id FROM device_import_rows
     WHERE import_id = ${id} AND ${anyOf('state', states)}
     ORDER BY array_position(${[...DEVICE_IMPORT_ROW_STATES]}::text[], state), row ${limitTo(paging)}`.execute(
    db,
  );
  const total = [...new Set(states)].reduce((sum, one) => sum + counts[one], 0);
  return toPage(paging, total, rows);
}
