import type { RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { readsOwnOnly, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import { requireStation } from '../stations/index.ts';

type AccessLog = RouteOutput<(typeof routes)['accessLog']>;
interface VisitRow extends Omit<AccessLog['rows'][number], 'firstAt' | 'lastAt'> {
  firstAt: Date;
  lastAt: Date;
}

/**
 * Who opened a station on which day and how much they did there. The owner and readers of the station's whole audit log see
 * everybody. Everybody else sees their own visits. Throws AppError `stationNotFound`.
 */
export async function accessLog(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { stationId, ...paging }: Paging & { stationId: number },
): Promise<AccessLog> {
  const { ownerId, timeZone } = await requireStation(db, actor, stationId, 'audit.view');
  const alone = ownerId !== actor.userId && readsOwnOnly(actor);
  const where = sql`v.station_id = ${stationId} AND ${alone ? sql`v.user_id = ${actor.userId}` : sql`true`}`;
  const [visits, count] = await Promise.all([
    sql<VisitRow>`
      SELECT v.day, users.name AS "user", organisations.name AS organisation, v.via AS by, v.first_at, v.last_at, v.views,
             (SELECT count(*) FROM audit_log a
               WHERE a.station_id = v.station_id AND a.user_id = v.user_id AND a.allowed
                 AND (a.at AT TIME ZONE ${timeZone})::date = v.day) AS actions
        FROM station_visits v JOIN users ON users.id = v.user_id
        LEFT JOIN organisations ON organisations.id = users.organisation_id
       WHERE ${where} ORDER BY v.day DESC, v.last_at DESC, v.user_id
       ${limitTo(paging)}`.execute(db),
    sql<{ n: number }>`SELECT count(*) AS n FROM station_visits v WHERE ${where}`.execute(db),
  ]);
  const rows = visits.rows.map((row) => ({
    ...row,
    firstAt: row.firstAt.getTime(),
    lastAt: row.lastAt.getTime(),
  }));
  return toPage(paging, count.rows[0]?.n ?? 0, rows);
}
