import type { Permission } from '@sunfleet/contract';
import { accessOf, type Access } from '../../platform/actor.ts';
import type { ResolvedSession } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import { languageOf } from '../../platform/text.ts';
import { actorOf, PERSON } from '../../platform/user-actor.ts';
import { API_KEY_START } from './api-key-text.ts';
import { hashToken } from '../../platform/tokens.ts';

type Stores = Pick<Platform, 'db' | 'clock'>;

/**
 * Who a bearer token belongs to: a session of a user or visitor, or an API key. Undefined when there is none, it is over, or its
 * account is locked. One indexed read.
 */
export function resolveActor(platform: Stores, bearer: string): Promise<ResolvedSession | undefined> {
  return bearer.startsWith(API_KEY_START) ? ofApiKey(platform, bearer) : ofSession(platform, bearer);
}

/** A session is noted as seen this often, not at every request. */
const SEEN_MS = 60_000;

/** Every request of a session begins with it. */
const findSession = prepare('find_session', (db, { tokenHash, at }: { tokenHash: Buffer; at: Date }) =>
  db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(PERSON)
    .select(['sessions.id as sessionId', 'sessions.userId', 'sessions.signingKey', 'sessions.lastSeenAt'])
    .select('sessions.provenAt')
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', at),
);

async function ofSession(platform: Stores, bearer: string): Promise<ResolvedSession | undefined> {
  const now = platform.clock.now();
  const { rows } = await findSession(platform.db, { tokenHash: hashToken(bearer), at: new Date(now) });
  const [row] = rows;
  if (!row || row.lockedAt) return undefined;
  if (row.lastSeenAt === null || row.lastSeenAt.getTime() < now - SEEN_MS) {
    const seen = { lastSeenAt: new Date(now) };
    await platform.db.updateTable('sessions').set(seen).where('id', '=', row.sessionId).execute();
  }
  return {
    actor: { ...actorOf(row, now), sessionId: row.sessionId },
    language: languageOf(row.language, null),
    mustChangePassword: row.mustChangePassword ?? false,
    signingKey: row.signingKey,
    provenAt: row.provenAt?.getTime() ?? null,
  };
}

async function ofApiKey(platform: Stores, bearer: string): Promise<ResolvedSession | undefined> {
  const now = platform.clock.now();
  const row = await platform.db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .leftJoin('roles', 'roles.id', 'users.roleId')
    .select(PERSON)
    .select([
      'apiKeys.id as apiKeyId',
      'apiKeys.userId',
      'apiKeys.permissions as keyPermissions',
      'apiKeys.lastUsedAt',
    ])
    .where('apiKeys.keyHash', '=', hashToken(bearer))
    .where((eb) => eb.or([eb('apiKeys.expiresAt', 'is', null), eb('apiKeys.expiresAt', '>', new Date(now))]))
    .executeTakeFirst();
  if (!row || row.lockedAt || row.mustChangePassword) return undefined;
  if (row.lastUsedAt === null || row.lastUsedAt.getTime() < now - SEEN_MS) {
    const used = { lastUsedAt: new Date(now) };
    await platform.db.updateTable('apiKeys').set(used).where('id', '=', row.apiKeyId).execute();
  }
  const actor = { ...actorOf(row, now), apiKeyId: row.apiKeyId };
  return {
    actor: { ...actor, access: narrowed(accessOf(actor), row.keyPermissions) },
    language: languageOf(row.language, null),
    mustChangePassword: false,
    signingKey: null,
    provenAt: null,
  };
}

/** A key holds what its owner holds now and named when the key was made. */
function narrowed(access: Access, permissions: readonly Permission[]): Access {
  return {
    scope: access.scope,
    permissions: new Set(permissions.filter((name) => access.permissions.has(name))),
  };
}
