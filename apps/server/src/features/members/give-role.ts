import type { MemberRole, Permission, RoleAccess } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { administers } from '../organisations/index.ts';
import { mayGive } from '../../platform/held.ts';
import { requireRoleFor } from '../roles/index.ts';
import { keepAdministrator } from './keep-administrator.ts';
import type { ManagedMember } from './require-member.ts';

/** A role that somebody is to hold. */
export interface ChosenRole {
  role: MemberRole;
  roleId: number | null;
  /** Name of the custom role. */
  name: string | null;
  permissions: readonly Permission[] | null;
  custom: RoleAccess | null;
}

/**
 * The built-in role, or the custom one that is named instead; whoever holds a custom one counts as what it is based on. Throws
 * AppError roleNotFound (not one of the organisation or of those that manage it).
 */
export async function chooseRole(
  trx: Transaction<Tables>,
  wanted: { role: MemberRole; roleId?: number | null | undefined },
  organisation: { scopePath: string },
): Promise<ChosenRole> {
  if (!wanted.roleId) return { role: wanted.role, roleId: null, name: null, permissions: null, custom: null };
  const { id, name, basedOn, scope, permissions } = await requireRoleFor(trx, wanted.roleId, organisation);
  return { role: basedOn as MemberRole, roleId: id, name, permissions, custom: { scope, permissions } };
}

/** Throws AppError moreThanHeld unless the actor holds all that the role gives. */
export function requireGivable(actor: Actor, chosen: ChosenRole, options?: { ownPersonal: boolean }): void {
  if (!mayGive(actor, chosen, options)) throw new AppError('moreThanHeld');
}

/**
 * Gives members a role in a transaction of the caller, who announces it; answers how many held another before. Throws AppError
 * roleNotFound, moreThanHeld, lastAdministrator.
 */
export async function giveRole(
  trx: Transaction<Tables>,
  context: RequestContext,
  given: {
    members: readonly ManagedMember[];
    wanted: { role: MemberRole; roleId?: number | null | undefined };
  },
): Promise<number> {
  const changes: { member: ManagedMember; chosen: ChosenRole }[] = [];
  for (const member of given.members) {
    const organisation = { scopePath: await scopePathOf(trx, member.organisationId) };
    const chosen = await chooseRole(trx, given.wanted, organisation);
    requireGivable(context.actor, chosen);
    if (member.role !== chosen.role || member.roleId !== chosen.roleId) changes.push({ member, chosen });
  }
  const leaving = changes.filter(
    ({ member, chosen }) => !administers({ ...chosen, lockedAt: member.lockedAt }),
  );
  await keepAdministrator(
    trx,
    leaving.map(({ member }) => member),
  );
  for (const change of changes) await write(trx, context, change);
  return changes.length;
}

async function write(
  trx: Transaction<Tables>,
  context: RequestContext,
  { member, chosen }: { member: ManagedMember; chosen: ChosenRole },
): Promise<void> {
  const { role, roleId } = chosen;
  await trx.updateTable('users').set({ role, roleId }).where('id', '=', member.id).execute();
  await writeAudit(trx, context, {
    action: 'members.role',
    objectType: 'user',
    objectId: member.id,
    organisationId: member.organisationId,
    before: { role: member.role, roleId: member.roleId },
    after: { role, roleId },
  });
}

/** Empty for an account without an organisation: no custom role fits it. */
async function scopePathOf(trx: Transaction<Tables>, organisationId: number | null): Promise<string> {
  if (organisationId === null) return '';
  const row = await trx
    .selectFrom('organisations')
    .select('scopePath')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  return row.scopePath;
}
