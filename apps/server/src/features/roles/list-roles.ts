import {
  MEMBER_ROLES,
  offeredTo,
  ROLE_MATRIX,
  type CustomRole,
  type MemberRole,
  type RoleAttribution,
} from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { organisationScope } from '../organisations/index.ts';
import { rolesWithMembers, toRole } from './role-view.ts';

/** Who a built-in role is for: people of the organisation, or its customers and partners. */
const ATTRIBUTION: Readonly<Record<MemberRole, RoleAttribution>> = {
  organisationAdmin: 'internal',
  installer: 'internal',
  internalReadOnly: 'internal',
  serviceProvider: 'external',
  stationAdmin: 'external',
  owner: 'external',
};

/**
 * The roles that members of the actor's organisation can hold: the built-in ones, and the custom ones of the organisation and of
 * those that manage it. An actor whose scope is the whole platform sees every custom role.
 */
export async function listRoles(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  { roleAttribution }: { roleAttribution?: RoleAttribution | undefined },
): Promise<CustomRole[]> {
  const [builtIn, custom] = await Promise.all([
    builtInRoles(platform.db, actor),
    customRoles(platform.db, actor),
  ]);
  return [...builtIn, ...custom].filter(
    (role) => roleAttribution === undefined || role.attribution === roleAttribution,
  );
}

async function builtInRoles(db: Db, actor: Actor): Promise<CustomRole[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('organisations', 'organisations.id', 'users.organisationId')
    .select((eb) => ['users.role', eb.fn.countAll<number>().as('members')])
    .where('users.roleId', 'is', null)
    .where(organisationScope(actor))
    .groupBy('users.role')
    .execute();
  return MEMBER_ROLES.map((basedOn) => ({
    id: null,
    name: '',
    description: '',
    basedOn,
    attribution: ATTRIBUTION[basedOn],
    scope: ROLE_MATRIX[basedOn].scope,
    permissions: offeredTo(basedOn),
    views: null,
    members: rows.find((row) => row.role === basedOn)?.members ?? 0,
    editable: false,
    organisation: null,
  }));
}

async function customRoles(db: Db, actor: Actor): Promise<CustomRole[]> {
  const visible =
    accessOf(actor).scope === 'all'
      ? sql<SqlBool>`true`
      : sql<SqlBool>`starts_with(${actor.organisationPath ?? ''}, organisations.scope_path)`;
  const rows = await rolesWithMembers(db, actor)
    .where(visible)
    .orderBy('roles.name')
    .orderBy('roles.id')
    .execute();
  return rows.map((row) => toRole(actor, row));
}
