import { type CustomRole, isOffered } from '@sunfleet/contract';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { organisationScope } from '../organisations/index.ts';
import { beyond } from '../../platform/held.ts';

/** Custom roles with their organisation and how many members in the actor's scope hold each. */
export function rolesWithMembers(db: Db, actor: Actor) {
  return db
    .selectFrom('roles')
    .innerJoin('organisations', 'organisations.id', 'roles.organisationId')
    .selectAll('roles')
    .select('organisations.name as organisationName')
    .select((eb) => [
      eb
        .selectFrom('users')
        .innerJoin('organisations', 'organisations.id', 'users.organisationId')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('users.roleId', '=', 'roles.id')
        .where(organisationScope(actor))
        .as('members'),
      sql<boolean>`${organisationScope(actor)()}`.as('inScope'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rolesWithMembers>['execute']>>[number];

export function toRole(actor: Actor, row: Row): CustomRole {
  const { id, name, description, basedOn, attribution, scope, permissions, views } = row;
  const access = beyond(actor, { scope, permissions });
  const held = access.permissions.length === 0 && !access.scope;
  return {
    id,
    name,
    description,
    basedOn,
    attribution,
    scope,
    permissions: permissions.filter(isOffered),
    views,
    members: row.members ?? 0,
    editable: may(actor, 'roles.manage') && row.inScope && held,
    organisation: { id: row.organisationId, name: row.organisationName },
  };
}

/** A role of an organisation in the actor's scope, as the API shows it. Throws AppError roleNotFound. */
export async function viewRole(db: Db, actor: Actor, id: number): Promise<CustomRole> {
  const row = await rolesWithMembers(db, actor)
    .where('roles.id', '=', id)
    .where(organisationScope(actor))
    .executeTakeFirst();
  if (!row) throw new AppError('roleNotFound');
  return toRole(actor, row);
}
