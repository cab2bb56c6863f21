import type { AuditEntry, RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { escapeLike, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { requireDevice } from '../devices/index.ts';
import { requireStation } from '../stations/index.ts';
import { inOrganisation, readAuditScope } from './audit-scope.ts';
import { nameObjects } from './name-objects.ts';

type AuditQuery = RouteRequest<(typeof routes)['listAudit']>['query'];

/** Bytes of one value that is shown whole, more than any verb but those of proposals and firmware writes of one, and letters that are shown of a longer one. */
const MOST_BYTES = 16_384;
const SHOWN_LETTERS = 2000;

interface AuditRow extends Omit<AuditEntry, 'at' | 'user' | 'objectName' | 'objectSeen' | 'names'> {
  at: Date;
  userId: number | null;
  userName: string | null;
  addressShown: boolean;
}

/**
 * One page of the audit log as far as the actor reads it, newest first. Addresses of others are shown only to an actor who reads
 * the log of their whole organisation. Throws AppError `stationNotFound`, `deviceNotFound` for one out of scope.
 */
export async function listAudit(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  query: AuditQuery,
): Promise<RouteOutput<(typeof routes)['listAudit']>> {
  if (query.stationId !== undefined) await requireStation(db, actor, query.stationId, 'audit.view');
  if (query.deviceId !== undefined) await requireDevice(db, actor, query.deviceId);
  const where = sql.join([await readAuditScope(db, actor), ...filters(query)], sql` AND `);
  const [rows, count] = await Promise.all([
    sql<AuditRow>`
      SELECT a.id, a.at, a.user_id, users.name AS user_name, a.actor_kind, a.action, a.allowed, a.object_type, a.object_id,
             ${shown('before')} AS before, ${shown('after')} AS after, a.address,
             coalesce(a.user_id = ${actor.userId} OR ${inOrganisation(actor)}, false) AS address_shown
        FROM audit_log a LEFT JOIN users ON users.id = a.user_id
       WHERE ${where} ORDER BY a.id DESC ${limitTo(query)}`.execute(db),
    sql<{ n: number }>`SELECT count(*) AS n FROM audit_log a WHERE ${where}`.execute(db),
  ]);
  const named = await nameObjects(db, actor, rows.rows);
  return toPage(query, count.rows[0]?.n ?? 0, named.map(toEntry));
}

/**
 * Fields of an entry, each value that is very long cut short: what proposals name are seventy thousand letters, and a page has two hundred entries. The
 * log keeps them whole.
 */
function shown(side: 'before' | 'after'): RawBuilder<unknown> {
  const fields = sql.ref(`a.${side}`);
  return sql`CASE WHEN octet_length(${fields}::text) <= ${MOST_BYTES} THEN ${fields} ELSE (
    SELECT jsonb_object_agg(field.key, CASE WHEN octet_length(field.value::text) <= ${MOST_BYTES} THEN field.value
        ELSE to_jsonb(left(field.value #>> '{}', ${SHOWN_LETTERS}) || '…') END)
      FROM jsonb_each(${fields}) field) END`;
}

function filters(query: AuditQuery): RawBuilder<SqlBool>[] {
  const { stationId, deviceId, userId, action, allowed, from, to } = query;
  return [
    ...(stationId === undefined ? [] : [sql<SqlBool>`a.station_id = ${stationId}`]),
    ...(deviceId === undefined
      ? []
      : [sql<SqlBool>`a.object_type = 'device' AND a.object_id = ${String(deviceId)} AND a.allowed`]),
    ...(userId === undefined ? [] : [sql<SqlBool>`a.user_id = ${userId}`]),
    ...(action ? [sql<SqlBool>`a.action LIKE ${`${escapeLike(action)}%`}`] : []),
    ...(allowed === undefined ? [] : [sql<SqlBool>`a.allowed = ${allowed}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`a.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`a.at < ${new Date(to)}`]),
  ];
}

type NamedRow = AuditRow & Pick<AuditEntry, 'objectName' | 'objectSeen' | 'names'>;

function toEntry({ at, userId, userName, address, addressShown, ...row }: NamedRow): AuditEntry {
  return {
    ...row,
    at: at.getTime(),
    user: personOf(userId, userName),
    address: addressShown ? address : null,
  };
}
