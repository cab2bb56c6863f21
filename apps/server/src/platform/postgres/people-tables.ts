import type { MemberRole, Permission, Role, Settings, View } from '@sunfleet/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Row types of PostgreSQL: people, organisations, and what they may do. */

export type Json<T extends object> = JSONColumnType<T>;
export type Created = ColumnType<Date, Date | undefined, never>;

export interface OrganisationsTable {
  id: Generated<number>;
  code: string;
  name: string;
  parentId: number | null;
  /** Chain of ids from the root: `/1/7/`. */
  path: string;
  /** The same, begun anew at every loose organisation: what a superior manages is one prefix. */
  scopePath: Generated<string>;
  kind: Generated<'merchant' | 'department'>;
  type: Generated<'enterprise' | 'personal'>;
  tie: Generated<'tight' | 'loose'>;
  businessType: string | null;
  area: string | null;
  taxId: string | null;
  bankName: string | null;
  bankAccount: string | null;
  createdAt: Created;
}

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
  toUserId: number | null;
}

export interface SessionsTable {
  id: Generated<number>;
  userId: number | null;
  tokenHash: Buffer;
  refreshHash: Buffer;
  createdAt: Created;
  expiresAt: Date;
  refreshExpiresAt: Date;
  remember: Generated<boolean>;
  address: string | null;
  userAgent: string | null;
  lastSeenAt: Date | null;
  signingKey: Buffer | null;
}

export interface LoginFailuresTable {
  account: string;
  address: string;
  failures: number;
  lockedUntil: Date | null;
  lastAt: Date;
}

export interface IngestKeysTable {
  id: Generated<number>;
  organisationId: number;
  name: string;
  keyHash: Buffer;
  /** Its beginning; null for keys of before. */
  prefix: string | null;
  createdBy: number | null;
  createdAt: Created;
  lastUsedAt: Date | null;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Created;
  actorKind: string;
  userId: number | null;
  action: string;
  objectType: string;
  objectId: string;
  before: Json<object> | null;
  after: Json<object> | null;
  address: string | null;
  allowed: Generated<boolean>;
  organisationId: number | null;
  stationId: number | null;
  apiKeyId: number | null;
  position: number | null;
  seal: Buffer | null;
}

/** One row: where the chain of the audit log ends. */
export interface AuditHeadTable {
  one: Generated<boolean>;
  position: number;
  seal: Buffer;
}

export interface RolesTable {
  id: Generated<number>;
  organisationId: number;
  name: string;
  description: string;
  basedOn: Role;
  attribution: 'internal' | 'external';
  scope: 'organisation' | 'granted' | 'own';
  permissions: Permission[];
  views: View[] | null;
  createdAt: Created;
}

export interface TradedTokensTable {
  refreshHash: Buffer;
  sessionId: number;
  tradedAt: Date;
}

export interface SignedRequestsTable {
  sessionId: number;
  nonce: string;
  at: Date;
}

export interface VerificationCodesTable {
  target: string;
  purpose: string;
  codeHash: Buffer;
  tries: Generated<number>;
  sentAt: Date;
  expiresAt: Date;
  /** Hash of the token by which whoever checked the code goes on without typing it again. */
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

export interface LoginTicketsTable {
  ticketHash: Buffer;
  userId: number;
  method: 'password' | 'code';
  tries: Generated<number>;
  expiresAt: Date;
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

export interface OutboxTable {
  id: Generated<number>;
  channel: 'mail' | 'sms';
  recipient: string;
  template: string;
  language: string;
  subject: string;
  body: string;
  state: Generated<'waiting' | 'sent' | 'failed' | 'notConfigured'>;
  tries: Generated<number>;
  error: string | null;
  createdAt: Date;
  nextTryAt: Date | null;
  sentAt: Date | null;
  secret: string | null;
  /** What the secret opens; null: there is none in the message, or no more. */
  secretOf: string | null;
  secretUntil: Date | null;
  redacted: Generated<boolean>;
}

export interface InvitesTable {
  id: Generated<number>;
  organisationId: number;
  code: string;
  role: MemberRole;
  roleId: number | null;
  email: string | null;
  phone: string | null;
  uses: Generated<number>;
  maxUses: Generated<number>;
  expiresAt: Date;
  createdBy: number | null;
  createdAt: Date;
}

export interface GrantsTable {
  id: Generated<number>;
  state: Generated<'pending' | 'accepted' | 'declined' | 'revoked'>;
  organisationId: number | null;
  toUserId: number | null;
  toOrganisationId: number | null;
  role: 'viewer' | 'operator';
  commands: Generated<boolean>;
  beginsAt: Date;
  endsAt: Date;
  createdBy: number | null;
  createdAt: Date;
  answeredAt: Date | null;
  revokedAt: Date | null;
  remindedAt: Date | null;
}

export interface GrantStationsTable {
  grantId: number;
  stationId: number;
}

export interface HandOversTable {
  id: Generated<number>;
  stationId: number;
  fromUserId: number | null;
  toUserId: number;
  state: Generated<'pending' | 'accepted' | 'declined'>;
  createdAt: Date;
  answeredAt: Date | null;
}

export interface StationVisitsTable {
  stationId: number;
  day: string;
  userId: number;
  via: 'all' | 'organisation' | 'own' | 'grant' | 'shared';
  firstAt: Date;
  lastAt: Date;
  views: Generated<number>;
}

export interface LabelsTable {
  id: Generated<number>;
  organisationId: number;
  name: string;
  description: Generated<string>;
  color: string;
  createdAt: Created;
}

export interface StationLabelsTable {
  stationId: number;
  labelId: number;
}

export interface DeviceLabelsTable {
  deviceId: number;
  labelId: number;
}

export interface ThemesTable {
  url: string;
  themeColor: string;
  iconUrl: string | null;
}

export interface PeopleTables {
  organisations: OrganisationsTable;
  users: UsersTable;
  roles: RolesTable;
  sessions: SessionsTable;
  tradedTokens: TradedTokensTable;
  signedRequests: SignedRequestsTable;
  loginFailures: LoginFailuresTable;
  verificationCodes: VerificationCodesTable;
  codeTries: CodeTriesTable;
  codeRequests: CodeRequestsTable;
  loginTickets: LoginTicketsTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkeyCeremonies: PasskeyCeremoniesTable;
  apiKeys: ApiKeysTable;
  logins: LoginsTable;
  outbox: OutboxTable;
  invites: InvitesTable;
  grants: GrantsTable;
  grantStations: GrantStationsTable;
  handOvers: HandOversTable;
  stationVisits: StationVisitsTable;
  labels: LabelsTable;
  stationLabels: StationLabelsTable;
  deviceLabels: DeviceLabelsTable;
  themes: ThemesTable;
  ingestKeys: IngestKeysTable;
  auditLog: AuditLogTable;
  auditHead: AuditHeadTable;
}
