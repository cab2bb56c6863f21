import type { Language } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { knownLanguage } from './account-view.ts';
import { hashToken } from './tokens.ts';

/** Who a session token belongs to; undefined when there is no such session or it is over. One indexed read. */
export async function resolveActor(
  platform: Pick<Platform, 'db' | 'clock'>,
  bearer: string,
): Promise<{ actor: Actor; language: Language | null } | undefined> {
  const row = await platform.db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .select([
      'sessions.id as sessionId',
      'sessions.userId',
      'users.role',
      'users.language',
      'users.organisationId',
      'organisations.path as organisationPath',
    ])
    .where('sessions.tokenHash', '=', hashToken(bearer))
    .where('sessions.expiresAt', '>', new Date(platform.clock.now()))
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, sessionId, organisationId, organisationPath } = row;
  const kind = userId === null ? 'visitor' : 'user';
  return {
    actor: { kind, userId, sessionId, role: row.role ?? 'visitor', organisationId, organisationPath },
    language: knownLanguage(row.language),
  };
}
