import type { DataScope, Member, Permission, RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { organisationScope, requireOrganisation } from '../organisations/index.ts';
import { beyondReach } from './beyond-reach.ts';
import { managesMember } from './require-member.ts';
import { containing, contains, onPage, toPage } from '../../platform/postgres/list-query.ts';

type Query = RouteRequest<(typeof routes)['pageMembers']>['body'];
type Page = RouteOutput<(typeof routes)['pageMembers']>;

/** Locked; or with an initial password instead of one of their own; or active. */
const STATUS = sql<Member['status']>`CASE
  WHEN users.locked_at IS NOT NULL THEN 'locked'
  WHEN users.must_change_password THEN 'initialPassword'
  ELSE 'active' END`;

/**
 * One page of the members in scope, by name: of one organisation with or without the tight ones below it, or of all there are.
 * Throws AppError organisationNotFound.
 */
export async function pageMembers({ db }: Pick<Platform, 'db'>, actor: Actor, query: Query): Promise<Page> {
  const chosen = membersIn(db, actor)
    .where(await place(db, actor, query))
    .where(filter(query));
  const [rows, { total }] = await Promise.all([
    chosen
      .select([
        'users.id',
        'users.userCode',
        'users.name',
        'users.userName',
        'users.email',
        'users.phone as mobile',
        'users.role',
        'users.roleId',
        'roles.name as roleName',
        'roles.scope as roleScope',
        'roles.permissions as rolePermissions',
        'users.accountType',
        STATUS.as('status'),
        'organisations.id as organisationId',
        'organisations.name as organisationName',
        sql<number>`(SELECT count(*) FROM stations WHERE stations.owner_id = users.id AND stations.ended_at IS NULL)`.as(
          'stations',
        ),
        sql<boolean>`users.totp_confirmed_at IS NOT NULL`.as('twoFactor'),
        'users.lastLoginAt',
        'users.createdAt',
      ])
      .orderBy(sql`lower(users.name COLLATE pg_c_utf8)`)
      .orderBy('users.id')
      .$call(onPage(query))
      .execute(),
    chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const members = rows.map((row) => toMember(actor, row));
  const managed = members.flatMap(({ id, manageable }) => (manageable ? [id] : []));
  const beyond = await beyondReach(db, actor, managed);
  return toPage(
    query,
    total,
    members.map((member) => ({ ...member, manageable: member.manageable && !beyond.has(member.id) })),
  );
}

/** Accounts in scope. Accounts without an organisation are in the scope of the whole platform only. */
function membersIn(db: Db, actor: Actor) {
  const all = db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId');
  return accessOf(actor).scope === 'all' ? all : all.where(organisationScope(actor));
}

async function place(db: Db, actor: Actor, query: Query): Promise<RawBuilder<SqlBool>> {
  if (query.organizationId === undefined) {
    return query.below ? sql`true` : sql`organisations.id = ${actor.organisationId}`;
  }
  const { id, scopePath } = await requireOrganisation(db, actor, query.organizationId);
  return query.below ? sql`organisations.scope_path LIKE ${`${scopePath}%`}` : sql`organisations.id = ${id}`;
}

function filter({ q, role, status }: Query): RawBuilder<SqlBool> {
  const byRole = role ? sql`users.role = ${role}` : sql`true`;
  const byStatus = status ? sql`${STATUS} = ${status}` : sql`true`;
  return sql<SqlBool>`${byRole} AND ${byStatus} AND ${q ? search(q) : sql`true`}`;
}

/** Any part of name, e-mail, phone or user name, whatever the case; a phone number in any spelling. */
function search(text: string): RawBuilder<SqlBool> {
  const part = containing(text);
  const digits = text.replaceAll(/[\s().-]/g, '');
  const phone = /^\+?\d+$/.test(digits) ? sql`users.phone LIKE ${`%${digits}%`}` : sql`false`;
  return sql`(${contains('users.name', text)} OR users.email LIKE ${part}
    OR lower(users.user_name) LIKE ${part} OR ${phone})`;
}

type Row = Omit<Page['rows'][number], 'organisation' | 'lastLoginAt' | 'createdAt' | 'manageable'> & {
  roleScope: DataScope | null;
  rolePermissions: Permission[] | null;
  organisationId: number | null;
  organisationName: string | null;
  lastLoginAt: Date | null;
  createdAt: Date;
};

function toMember(actor: Actor, { roleScope, rolePermissions, ...row }: Row): Page['rows'][number] {
  const { organisationId, organisationName, lastLoginAt, createdAt, ...fields } = row;
  const custom = roleScope && rolePermissions ? { scope: roleScope, permissions: rolePermissions } : null;
  return {
    ...fields,
    manageable: managesMember(actor, { ...fields, organisationId, custom }),
    organisation: organisationId === null ? null : { id: organisationId, name: organisationName ?? '' },
    lastLoginAt: lastLoginAt?.getTime() ?? null,
    createdAt: createdAt.getTime(),
  };
}
