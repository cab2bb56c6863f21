import type { Permission, Role, Settings } from '@sunfleet/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface UsersTable {
  id: Generated<number>;
  email: string | null;
  phone: string | null;
  userName: string | null;
  name: string;
  passwordHash: string;
  role: Role;
  accountType: 'personal' | 'professional';
  organisationId: number | null;
  language: string | null;
  userCode: Generated<string>;
  roleId: number | null;
  lockedAt: Date | null;
  /** Made by the demo, and whether a start without it locked the account. */
  demo: 'open' | 'locked' | null;
  passwordChangedAt: Date | null;
  mustChangePassword: Generated<boolean>;
  initialPasswordUsed: Generated<boolean>;
  weakPassword: Generated<boolean>;
  agreementVersion: string | null;
  privacyVersion: string | null;
  agreedAt: Date | null;
  totpSecret: Buffer | null;
  totpConfirmedAt: Date | null;
  totpLastStep: number | null;
  settings: ColumnType<Partial<Settings>, string | undefined, string>;
  lastLoginAt: Date | null;
  cancelRequestedAt: Date | null;
  cancelChoices: ColumnType<CancelChoice[] | null, string | null | undefined, string | null>;
  createdAt: Created;
}

/** What the owner decided for a station before the account goes. */
export interface CancelChoice {
  stationId: number;
  fate: 'transfer' | 'delete' | 'keep';
  /** Whom it is offered to where the fate is `transfer`, as it was typed. */
  to: string | null;
}

export interface LoginsTable {
  id: Generated<number>;
  userId: number;
  at: Date;
  method: 'password' | 'code' | 'passkey' | 'register';
  outcome:
    | 'success'
    | 'wrongPassword'
    | 'wrongCode'
    | 'locked'
    | 'secondFactorAsked'
    | 'initialPasswordExpired';
  address: string | null;
  userAgent: string | null;
}

export interface LoginFailuresTable {
  account: string;
  address: string;
  failures: number;
  lockedUntil: Date | null;
  lastAt: Date;
}

export interface LoginTicketsTable {
  ticketHash: Buffer;
  userId: number;
  method: 'password' | 'code';
  tries: Generated<number>;
  expiresAt: Date;
}

export interface VerificationCodesTable {
  target: string;
  purpose: string;
  codeHash: Buffer;
  tries: Generated<number>;
  sentAt: Date;
  expiresAt: Date;
  /** Hash of the token that proves that the caller has checked the code, so that nobody types it twice. */
  proofHash: Buffer | null;
}

export interface CodeTriesTable {
  target: string;
  purpose: string;
  network: string;
  tries: number;
}

export interface CodeRequestsTable {
  subject: string;
  at: Date;
}

export interface TriesTable {
  subject: string;
  at: Date;
}

export interface RecoveryCodesTable {
  userId: number;
  codeHash: Buffer;
  usedAt: Date | null;
}

export interface PasskeysTable {
  id: Generated<number>;
  userId: number;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  createdAt: Created;
  lastUsedAt: Date | null;
}

export interface PasskeyCeremoniesTable {
  id: string;
  userId: number | null;
  challenge: string;
  expiresAt: Date;
}

export interface ApiKeysTable {
  id: Generated<number>;
  userId: number;
  name: string;
  prefix: string;
  keyHash: Buffer;
  permissions: Permission[];
  createdAt: Created;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

export interface AccountsTables {
  users: UsersTable;
  logins: LoginsTable;
  loginFailures: LoginFailuresTable;
  loginTickets: LoginTicketsTable;
  verificationCodes: VerificationCodesTable;
  codeTries: CodeTriesTable;
  codeRequests: CodeRequestsTable;
  tries: TriesTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkeyCeremonies: PasskeyCeremoniesTable;
  apiKeys: ApiKeysTable;
}
