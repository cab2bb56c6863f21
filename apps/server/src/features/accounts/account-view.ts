import { LANGUAGES, ROLE_MATRIX, type Account, type Language, type Role } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';

export interface UserRow {
  id: number;
  name: string;
  email: string | null;
  role: Role;
  accountType: 'personal' | 'professional';
  language: string | null;
  passwordHash: string;
  organisationId: number | null;
  organisationCode: string | null;
  organisationName: string | null;
}

/** Users with their organisation, the way every verb here reads them. */
export function usersWithOrganisation(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.accountType',
      'users.language',
      'users.passwordHash',
      'users.organisationId',
      'organisations.code as organisationCode',
      'organisations.name as organisationName',
    ]);
}

export function toAccount(row: UserRow): Account {
  const { organisationId, organisationCode, organisationName } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    accountType: row.accountType,
    organisation:
      organisationId !== null && organisationCode !== null && organisationName !== null
        ? { id: organisationId, code: organisationCode, name: organisationName }
        : null,
    permissions: [...ROLE_MATRIX[row.role].permissions],
    language: knownLanguage(row.language),
    visitor: row.role === 'visitor',
  };
}

/** Nobody in particular: the page gives it a name in its own language. */
export const visitorAccount: Account = {
  id: null,
  name: '',
  email: null,
  role: 'visitor',
  accountType: 'personal',
  organisation: null,
  permissions: [...ROLE_MATRIX.visitor.permissions],
  language: null,
  visitor: true,
};

export function knownLanguage(text: string | null): Language | null {
  return LANGUAGES.find((language) => language === text) ?? null;
}
