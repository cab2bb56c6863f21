import { STATION_FIELDS, type StationEdit, type StationField } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireStation } from './require-station.ts';

/** More of them say nothing more to somebody who decides field by field. */
const MOST = 50;

/** Who saved which fields of a station since a version of it, the newest first. Throws AppError `stationNotFound`. */
export async function listStationEdits(
  db: Db,
  actor: Actor,
  { id, since }: { id: number; since: number },
): Promise<StationEdit[]> {
  await requireStation(db, actor, id, 'stations.edit');
  const { version } = await db
    .selectFrom('stations')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return readEdits(db, { id, since, version });
}

/** Each edit has made a version and an entry of the log in one transaction, so that the last so many entries are those since a version. */
export async function readEdits(
  db: Db,
  { id, since, version }: { id: number; since: number; version: number },
): Promise<StationEdit[]> {
  if (version <= since) return [];
  const rows = await db
    .selectFrom('auditLog')
    .leftJoin('users', 'users.id', 'auditLog.userId')
    .select(['auditLog.at', 'auditLog.after', 'users.name'])
    .where('auditLog.stationId', '=', id)
    .where('action', '=', 'stations.edit')
    .where('allowed', '=', true)
    .orderBy('auditLog.id', 'desc')
    .limit(Math.min(version - since, MOST))
    .execute();
  return rows.map(({ at, after, name }) => ({
    at: at.getTime(),
    by: name,
    fields: STATION_FIELDS.filter(
      (field) => field in ((after ?? {}) as Partial<Record<StationField, unknown>>),
    ),
  }));
}
