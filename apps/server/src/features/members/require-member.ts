import { PLATFORM_ROLES, type Permission, type Role, type RoleAccess } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { accessOf, may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { holdAlone } from '../../platform/hold-fairly.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { requireStill } from '../../platform/require-still.ts';
import { lockOrganisations, organisationScope } from '../organisations/index.ts';
import { mayGive } from '../../platform/held.ts';
import { beyondReach } from './beyond-reach.ts';

/** A member that the caller manages, held until the end of the transaction. */
export interface ManagedMember {
  id: number;
  name: string;
  email: string | null;
  phone: string | null;
  language: string | null;
  role: Role;
  roleId: number | null;
  permissions: Permission[] | null;
  lockedAt: Date | null;
  organisationId: number | null;
  organisationType: 'enterprise' | 'personal' | null;
  /** Access of the custom role; null: that of the built-in one. */
  custom: RoleAccess | null;
}

/** An actor that holds the permission finds the members of its whole scope, everybody else those of their own organisation. */
function memberScope(actor: Actor, wide: Permission) {
  if (may(actor, wide)) {
    return accessOf(actor).scope === 'all' ? () => sql<SqlBool>`true` : organisationScope(actor);
  }
  return () => sql<SqlBool>`organisations.id = ${actor.organisationId}`;
}

/** Whether the actor may change anything about a member that it sees, as `requireMember` decides it, apart from `beyondReach`. Nobody manages themselves. */
export function managesMember(
  actor: Actor,
  member: Pick<ManagedMember, 'id' | 'role' | 'custom' | 'organisationId'>,
): boolean {
  const near = may(actor, 'members.manage') || member.organisationId === actor.organisationId;
  return may(actor, 'members.team') && near && member.id !== actor.userId && mayGive(actor, member);
}

/** One member that the caller manages. Throws AppError userNotFound, moreThanHeld (it holds more than the caller, or reaches further). */
export async function requireMember(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
): Promise<ManagedMember> {
  return (await requireMembers(trx, actor, { ids: [id], wide: 'members.manage' }))[0]!;
}

/**
 * Several members, all or none. `wide` is the permission that reaches beyond the own organisation. Their organisations are locked
 * before them, so that nobody waits in a circle, and so is that of the actor, whom others may have demoted while this waited.
 */
export async function requireMembers(
  trx: Transaction<Tables>,
  actor: Actor,
  { ids, wide }: { ids: readonly number[]; wide: Permission },
): Promise<ManagedMember[]> {
  await lockAbove(trx, [...ids, actor.userId]);
  await requireStill(trx, actor);
  const rows = await trx
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.language',
      'users.role',
      'users.roleId',
      'users.lockedAt',
      'users.organisationId',
      'organisations.type as organisationType',
      'roles.scope',
      'roles.permissions',
    ])
    .where('users.id', 'in', [...new Set(ids)])
    .where(memberScope(actor, wide))
    .orderBy('users.id')
    .forUpdate('users')
    .execute();
  if (rows.length !== new Set(ids).size) throw new AppError('userNotFound');
  const members = rows.map(({ scope, ...row }) => ({
    ...row,
    custom: scope && row.permissions ? { scope, permissions: row.permissions } : null,
  }));
  if (!members.every((member) => mayGive(actor, member))) throw new AppError('moreThanHeld');
  const beyond = await beyondReach(trx, actor, ids);
  if (beyond.size > 0) throw new AppError('moreThanHeld');
  return members;
}

/** Locks the organisations of accounts, and those who run the platform where one of them is meant. */
async function lockAbove(trx: Transaction<Tables>, ids: readonly (number | null)[]): Promise<void> {
  const above = await trx
    .selectFrom('users')
    .select(['id', 'role', 'organisationId'])
    .where(
      'id',
      'in',
      ids.filter((id) => id !== null),
    )
    .execute();
  if (above.some(({ role }) => PLATFORM_ROLES.includes(role))) {
    await sql`SELECT pg_advisory_xact_lock(hashtext('users.platformAdmin'))`.execute(trx);
  }
  await lockOrganisations(
    trx,
    above.flatMap(({ organisationId }) => organisationId ?? []),
  );
  const alone = above.filter(({ organisationId }) => organisationId === null);
  await holdAlone(
    trx,
    alone.map(({ id: userId }) => ({ userId })),
  );
}
