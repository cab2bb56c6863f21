import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { isOnePersons, mayInvite } from '../../organisations/index.ts';

export type Invite = Omit<RouteOutput<(typeof routes)['listInvites']>[number], 'manageable'>;

/** Invitations that can still be used, with their organisation and role. */
export function openInvites(db: Db, now: number) {
  return db
    .selectFrom('invites')
    .innerJoin('organisations', 'organisations.id', 'invites.organisationId')
    .leftJoin('roles', 'roles.id', 'invites.roleId')
    .selectAll('invites')
    .select([
      'organisations.name as organisation',
      isOnePersons().as('onePersons'),
      'roles.name as roleName',
      'roles.scope as roleScope',
      'roles.permissions as rolePermissions',
    ])
    .where('invites.expiresAt', '>', new Date(now))
    .where((eb) => eb('invites.uses', '<', eb.ref('invites.maxUses')));
}

export type InviteRow = Awaited<ReturnType<ReturnType<typeof openInvites>['execute']>>[number];

/** Whether the actor could have made the invitation. Anybody else may neither read its code nor withdraw it. */
export function couldInvite(actor: Actor, row: InviteRow): boolean {
  const { roleScope: scope, rolePermissions: permissions } = row;
  const custom = scope && permissions ? { scope, permissions } : null;
  const organisation = { id: row.organisationId, onePersons: row.onePersons };
  return mayInvite(actor, organisation, { role: row.role, custom });
}

export function toInvite(row: InviteRow): Invite {
  const { id, role, roleId, roleName, email, phone, uses, maxUses, expiresAt, createdAt } = row;
  return {
    id,
    role,
    roleId,
    roleName,
    email,
    mobile: phone,
    uses,
    maxUses,
    expiresAt: expiresAt.getTime(),
    createdAt: createdAt.getTime(),
  };
}
