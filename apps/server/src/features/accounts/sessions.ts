import { sql, type Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { hashToken, mintToken } from './tokens.ts';

/** A session token works this long; then the refresh token brings a new one. */
export const SESSION_MS = 2 * 3_600_000;
/** How long a session may be refreshed when the user asked to be remembered, and when not. */
export const REMEMBERED_MS = 30 * 86_400_000;
export const UNREMEMBERED_MS = 12 * 3_600_000;

export interface Tokens {
  token: string;
  refreshToken: string;
  /** Epoch milliseconds at which `token` ends. */
  expiresAt: number;
}

export interface NewSession {
  /** Null: a visitor's session. */
  userId: number | null;
  address: string | null;
  userAgent: string | null;
  remember: boolean;
}

/** Opens a session and drops those that are over for good. */
export async function openSession(db: Db, session: NewSession, now: number): Promise<Tokens> {
  await db.deleteFrom('sessions').where('refreshExpiresAt', '<=', new Date(now)).execute();
  const tokens = mintTokens(now);
  await db
    .insertInto('sessions')
    .values({
      ...session,
      ...storedForm(tokens),
      createdAt: new Date(now),
      refreshExpiresAt: new Date(now + (session.remember ? REMEMBERED_MS : UNREMEMBERED_MS)),
    })
    .execute();
  return tokens;
}

/**
 * Trades a refresh token for new tokens in one statement, so that of two callers with the same token one wins.
 * Undefined: no such session, or it is over.
 */
export async function rotateSession(
  db: Db,
  refreshToken: string,
  now: number,
): Promise<{ userId: number | null; tokens: Tokens } | undefined> {
  const tokens = mintTokens(now);
  const row = await db
    .updateTable('sessions')
    .set({
      ...storedForm(tokens),
      refreshExpiresAt: sql<Date>`CASE WHEN remember THEN ${new Date(now + REMEMBERED_MS)}::timestamptz
        ELSE ${new Date(now + UNREMEMBERED_MS)}::timestamptz END`,
    })
    .where('refreshHash', '=', hashToken(refreshToken))
    .where('refreshExpiresAt', '>', new Date(now))
    .returning('userId')
    .executeTakeFirst();
  return row && { userId: row.userId, tokens };
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends the sessions of a user, and logins that wait for a second factor; the session named last stays. */
export async function endSessionsOf(
  trx: Transaction<Tables>,
  userId: number,
  exceptSessionId?: number | null,
): Promise<void> {
  await trx.deleteFrom('loginTickets').where('userId', '=', userId).execute();
  let ended = trx.deleteFrom('sessions').where('userId', '=', userId);
  if (exceptSessionId) ended = ended.where('id', '!=', exceptSessionId);
  await ended.execute();
}

function mintTokens(now: number): Tokens {
  return { token: mintToken(), refreshToken: mintToken(), expiresAt: now + SESSION_MS };
}

function storedForm(tokens: Tokens): { tokenHash: Buffer; refreshHash: Buffer; expiresAt: Date } {
  return {
    tokenHash: hashToken(tokens.token),
    refreshHash: hashToken(tokens.refreshToken),
    expiresAt: new Date(tokens.expiresAt),
  };
}
