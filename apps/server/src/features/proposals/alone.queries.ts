import { LIMITS, ROLE_MATRIX, ROLES, type DataScope, type Permission, type Role } from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
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
/** What leaves others without a permission: a custom role that lost it counts for all who hold the role. */
const OTHERS_CHANGED = [...PEOPLE_CHANGED, 'roles.edit'];

interface Proposed {
  route: string;
  proposedBy: number;
  proposedAt: Date;
}

/** Condition on users with their `roles`: the role, a built-in one or a custom one, is such a one. */
const holds = (builtIn: (role: Role) => boolean, custom: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`CASE WHEN users.role_id IS NULL THEN users.role = ANY(${ROLES.filter(builtIn)}::text[]) ELSE ${custom} END`;

const holdsPermission = (permission: Permission) =>
  holds(
    (role) => ROLE_MATRIX[role].permissions.includes(permission),
    sql`${permission} = ANY(roles.permissions)`,
  );

/** Whether somebody else holds a permission and could approve. Those who were locked lately count as well. */
async function othersMay(
  db: Db,
  permission: Permission,
  { but, now }: { but: number; now: number },
): Promise<boolean> {
  const lately = new Date(now - ALONE_SINCE_MS);
  const { rows } = await sql`
    SELECT 1 FROM users LEFT JOIN roles ON roles.id = users.role_id
     WHERE users.id <> ${but} AND (users.locked_at IS NULL OR users.locked_at > ${lately}) AND ${holdsPermission(permission)}
     LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Somebody who gets a message. */
interface Reader {
  email: string | null;
  phone: string | null;
  language: string | null;
}

/**
 * Who hears that somebody proposed something: whoever could approve it and works for the same organisation, or administers one above it. Where there is
 * nobody, those whose scope is the whole platform. People of other organisations are told nothing.
 */
export async function approversOf(db: Db, permission: Permission, proposedBy: number): Promise<Reader[]> {
  const within = (scopes: readonly DataScope[]) =>
    holds((role) => scopes.includes(ROLE_MATRIX[role].scope), sql`roles.scope = ANY(${[...scopes]}::text[])`);
  const near = sql<SqlBool>`(users.organisation_id = own.id OR (starts_with(own.scope_path, home.scope_path) AND ${within(['organisation', 'all'])}))`;
  const { rows } = await sql<Reader & { isNear: boolean }>`
    SELECT users.email, users.phone, users.language, coalesce(${near}, false) AS is_near
      FROM users LEFT JOIN roles ON roles.id = users.role_id LEFT JOIN organisations home ON home.id = users.organisation_id
      LEFT JOIN organisations own ON own.id = (SELECT organisation_id FROM users AS proposer WHERE proposer.id = ${proposedBy})
     WHERE users.id <> ${proposedBy} AND users.locked_at IS NULL AND ${holdsPermission(permission)}
       AND (${near} OR ${within(['all'])})
     ORDER BY is_near DESC, users.id LIMIT 20`.execute(db);
  const here = rows.filter(({ isNear }) => isNear);
  return here.length > 0 ? here : rows;
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
  if (await othersMay(db, permission, { but: proposedBy, now })) return undefined;
  const changed = await changedPeople(db, { actions: OTHERS_CHANGED, now }, (eb) =>
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
