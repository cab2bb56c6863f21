import { ROLE_MATRIX, type Account, type Role, type Session } from '@sunfleet/contract';

/** An account of a role, with that role's permissions. */
export function mintAccount(role: Role = 'organisationAdmin', changes: Partial<Account> = {}): Account {
  return {
    id: 7,
    name: 'Ana Torres',
    email: 'ana@sunny.example',
    role,
    accountType: 'professional',
    organisation: { id: 3, code: 'SUNNY', name: 'Sunny Installers' },
    permissions: [...ROLE_MATRIX[role].permissions],
    language: null,
    visitor: role === 'visitor',
    ...changes,
  };
}

/** A session that is good for a day from now. */
export function mintSession(changes: Partial<Session> = {}): Session {
  return {
    token: 'token',
    refreshToken: 'refresh',
    expiresAt: Date.now() + 86_400_000,
    account: mintAccount(),
    ...changes,
  };
}
