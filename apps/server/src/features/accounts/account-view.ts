import {
  isOffered,
  offeredTo,
  reachOf,
  ROLE_MATRIX,
  type Account,
  type DataScope,
  type Permission,
  type Role,
  type View,
} from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { languageOf } from '../../platform/text.ts';
import { COOLING_OFF_MS } from './cooling-off.ts';

export interface UserRow {
  id: number;
  name: string;
  email: string | null;
  userName: string | null;
  phone: string | null;
  role: Role;
  roleName: string | null;
  roleScope: DataScope | null;
  rolePermissions: Permission[] | null;
  roleViews: View[] | null;
  accountType: 'personal' | 'professional';
  language: string | null;
  passwordHash: string;
  organisationId: number | null;
  organisationCode: string | null;
  organisationName: string | null;
  mustChangePassword: boolean;
  passwordChangedAt: Date | null;
  weakPassword: boolean;
  lockedAt: Date | null;
  /** An authenticator app was confirmed. */
  secondFactor: boolean;
  cancelRequestedAt: Date | null;
}

/** Users with their organisation, the way every verb here reads them. */
export function usersWithOrganisation(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.userName',
      'users.phone',
      'users.role',
      'roles.name as roleName',
      'roles.scope as roleScope',
      'roles.permissions as rolePermissions',
      'roles.views as roleViews',
      'users.accountType',
      'users.language',
      'users.passwordHash',
      'users.organisationId',
      'organisations.code as organisationCode',
      'organisations.name as organisationName',
      'users.mustChangePassword',
      'users.passwordChangedAt',
      'users.weakPassword',
      'users.lockedAt',
      sql<boolean>`users.totp_confirmed_at IS NOT NULL`.as('secondFactor'),
      'users.cancelRequestedAt',
    ]);
}

export function toAccount(row: UserRow): Account {
  const { organisationId, organisationCode, organisationName } = row;
  return {
    id: row.id,
    name: row.name,
    userName: row.userName,
    email: row.email,
    mobile: row.phone,
    role: row.role,
    roleName: row.roleName,
    accountType: row.accountType,
    organisation:
      organisationId !== null && organisationCode !== null && organisationName !== null
        ? { id: organisationId, code: organisationCode, name: organisationName }
        : null,
    permissions: row.rolePermissions?.filter(isOffered) ?? offeredTo(row.role),
    reach: reachOf(row.roleScope ?? ROLE_MATRIX[row.role].scope),
    views: row.roleViews,
    language: languageOf(row.language, null),
    visitor: row.role === 'visitor',
    mustChangePassword: row.mustChangePassword,
    weakPassword: row.weakPassword,
    erasedAt: row.cancelRequestedAt ? row.cancelRequestedAt.getTime() + COOLING_OFF_MS : null,
  };
}

/** The account of a visitor. It has no name, because the page shows one in its own language. */
export const visitorAccount: Account = {
  id: null,
  name: '',
  userName: null,
  email: null,
  mobile: null,
  role: 'visitor',
  roleName: null,
  accountType: 'personal',
  organisation: null,
  permissions: offeredTo('visitor'),
  reach: reachOf(ROLE_MATRIX.visitor.scope),
  views: null,
  language: null,
  visitor: true,
  mustChangePassword: false,
  weakPassword: false,
  erasedAt: null,
};
