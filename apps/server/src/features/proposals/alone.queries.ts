import { LIMITS, ROLE_MATRIX, ROLES, type Permission } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { permissionOf } from './open-proposals.queries.ts';

/** Who changed the people of the platform within this time cannot be alone by that. */
const ALONE_SINCE_MS = 86_400_000;
/** What takes other people away, or takes their accounts over. */
const PEOPLE_CHANGED = [
  'members.delete',
  'members.lock',
  'members.remove',
  'members.resetPassword',
  'members.role',
];

interface Proposed {
  route: string;
  proposedBy: number;
  proposedAt: Date;
}

/** Accounts other than one that hold a permission: people who could approve. Those that were locked lately count as well. */
export async function othersWhoMay(
  db: Db,
  permission: Permission,
  { but, now }: { but: number; now: number },
): Promise<
  { id: number; email: string | null; phone: string | null; language: string | null; locked: boolean }[]
> {
  const builtIn = ROLES.filter((role) => ROLE_MATRIX[role].permissions.includes(permission));
  const lately = new Date(now - ALONE_SINCE_MS);
  const { rows } = await sql<Awaited<ReturnType<typeof othersWhoMay>>[number]>`
    SELECT users.id, users.email, users.phone, users.language, users.locked_at IS NOT NULL AS locked
    FROM users LEFT JOIN roles ON roles.id = users.role_id
    WHERE users.id <> ${but} AND (users.locked_at IS NULL OR users.locked_at > ${lately})
      AND CASE WHEN users.role_id IS NULL THEN users.role = ANY(${builtIn}::text[])
        ELSE ${permission} = ANY(roles.permissions) END
    ORDER BY users.id LIMIT 20`.execute(db);
  return rows;
}

/**
 * From when on somebody may approve what they proposed themselves, because there is nobody else: after a time of waiting, in which a
 * message has gone out. Undefined where there is somebody else, or was until the proposer took them away.
 */
export async function aloneFrom(
  db: Db,
  { route, proposedBy, proposedAt }: Proposed,
  now: number,
): Promise<number | undefined> {
  const permission = permissionOf(route);
  if (!permission) return undefined;
  if ((await othersWhoMay(db, permission, { but: proposedBy, now })).length > 0) return undefined;
  const changed = await changedPeople(db, { actions: PEOPLE_CHANGED, now }, (eb) =>
    eb('userId', '=', proposedBy),
  );
  return changed ? undefined : proposedAt.getTime() + LIMITS.proposalAloneMs;
}

/**
 * Whether one of two people did to the other what lets them sign in as it, a day before `asked` or later: then both are one person, as far as can
 * be known.
 */
export async function mayBeOne(
  db: Db,
  [one, other]: readonly [number, number],
  asked: number,
): Promise<boolean> {
  const actions = [...PEOPLE_CHANGED, 'members.unlock'];
  return changedPeople(db, { actions, now: asked }, (eb) => {
    const did = (actor: number, to: number) =>
      eb.and([eb('userId', '=', actor), eb('objectType', '=', 'user'), eb('objectId', '=', String(to))]);
    return eb.or([did(one, other), did(other, one)]);
  });
}

/** Whether the audit log says that somebody lately did one of these. */
async function changedPeople(
  db: Db,
  { actions, now }: { actions: readonly string[]; now: number },
  who: (eb: ExpressionBuilder<Tables, 'auditLog'>) => Expression<SqlBool>,
): Promise<boolean> {
  const done = await db
    .selectFrom('auditLog')
    .select('id')
    .where(who)
    .where('action', 'in', [...actions])
    .where('at', '>', new Date(now - ALONE_SINCE_MS))
    .limit(1)
    .executeTakeFirst();
  return done !== undefined;
}
