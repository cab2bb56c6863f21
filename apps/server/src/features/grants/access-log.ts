import type { RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import { dayRange } from '@sunfleet/analysis';
import { readsOwnOnly, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import { requireStation } from '../stations/index.ts';

type AccessLog = RouteOutput<(typeof routes)['accessLog']>;
interface VisitRow extends Omit<AccessLog['rows'][number], 'firstAt' | 'lastAt' | 'actions'> {
  userId: number;
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
             v.user_id
        FROM station_visits v JOIN users ON users.id = v.user_id
        LEFT JOIN organisations ON organisations.id = users.organisation_id
       WHERE ${where} ORDER BY v.day DESC, v.last_at DESC, v.user_id
       ${limitTo(paging)}`.execute(db),
    sql<{ n: number }>`SELECT count(*) AS n FROM station_visits v WHERE ${where}`.execute(db),
  ]);
  const actions = await countActions(db, visits.rows, { stationId, timeZone });
  const rows = visits.rows.map(({ userId: _userId, ...row }, at) => ({
    ...row,
    actions: actions[at]!,
    firstAt: row.firstAt.getTime(),
    lastAt: row.lastAt.getTime(),
  }));
  return toPage(paging, count.rows[0]?.n ?? 0, rows);
}

/** What the visitors did on the days of their visits. Days are cut here: the database may not know the zone. */
async function countActions(
  db: Db,
  visits: readonly VisitRow[],
  { stationId, timeZone }: { stationId: number; timeZone: string },
): Promise<number[]> {
  const days = visits.map(({ day }) => dayRange(day, timeZone));
  const { rows } = await sql<{ n: number }>`
    SELECT count(a.id) AS n
      FROM unnest(${visits.map(({ userId }) => userId)}::bigint[], ${days.map(({ start }) => new Date(start))}::timestamptz[],
                  ${days.map(({ end }) => new Date(end))}::timestamptz[]) WITH ORDINALITY AS visit (user_id, start_at, end_at, nth)
      LEFT JOIN audit_log a ON a.station_id = ${stationId} AND a.user_id = visit.user_id AND a.allowed
        AND a.at >= visit.start_at AND a.at < visit.end_at
     GROUP BY visit.nth ORDER BY visit.nth`.execute(db);
  return rows.map(({ n }) => n);
}
