import { ADMINISTRATOR_ROLE, FALLBACK_LANGUAGE, type Role } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { holdAlone } from '../../platform/hold-fairly.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { type Way, wayTo } from '../outbox/index.ts';

/** The part of an account that decides whether it administers: `permissions` are those of its custom role. */
export interface Administrating {
  role: Role;
  permissions: readonly string[] | null;
  lockedAt: Date | null;
}

/** Whether an account administers its organisation: built-in role, or a custom one made of it that still manages members. */
export function administers({ role, permissions, lockedAt }: Administrating): boolean {
  if (lockedAt !== null || role !== ADMINISTRATOR_ROLE) return false;
  return permissions === null || permissions.includes('members.manage');
}

/** The same as a condition on rows of `users` and their `roles`, by the names that these have in the query; a lock is asked separately. */
export function administersIn(users: string, roles: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${users}.role`)} = ${ADMINISTRATOR_ROLE}
    AND (${sql.ref(`${users}.role_id`)} IS NULL OR 'members.manage' = ANY(${sql.ref(`${roles}.permissions`)}))`;
}

/** How to write to those who administer an organisation and can sign in. */
export async function waysToAdministrators(trx: Transaction<Tables>, organisationId: number): Promise<Way[]> {
  const readers = await trx
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(['users.email', 'users.phone', 'users.language'])
    .where('users.organisationId', '=', organisationId)
    .where('users.lockedAt', 'is', null)
    .where(administersIn('users', 'roles'))
    .orderBy('users.id')
    .execute();
  return readers.flatMap((reader) => wayTo(reader, FALLBACK_LANGUAGE) ?? []);
}

/** Holds organisations until the end of the transaction: who administers them is judged and changed by one at a time. */
export async function lockOrganisations(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await holdAlone(
    trx,
    ids.map((organisationId) => ({ organisationId })),
  );
  await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Checks that somebody still administers the organisation without these accounts or the holders of this role. Under
 * `lockOrganisations`. Throws AppError lastAdministrator.
 */
export async function requireAdministrator(
  trx: Transaction<Tables>,
  organisationId: number,
  without: { userIds?: readonly number[]; roleId?: number },
): Promise<void> {
  const { rows } = await sql`
    SELECT 1 FROM users LEFT JOIN roles ON roles.id = users.role_id
     WHERE users.organisation_id = ${organisationId}
       AND ${administersIn('users', 'roles')} AND users.locked_at IS NULL
       AND users.id <> ALL(${[...(without.userIds ?? [])]}::bigint[])
       AND users.role_id IS DISTINCT FROM ${without.roleId ?? 0}::bigint
     LIMIT 1`.execute(trx);
  if (rows.length === 0) throw new AppError('lastAdministrator');
}
