import { sql, type Insertable, type SqlBool, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { SessionsTable } from '../../platform/postgres/tables/sessions.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { hashToken, mintToken } from '../../platform/tokens.ts';

/** A session token works this long; then the refresh token brings a new one. */
export const SESSION_MS = 2 * 3_600_000;
/** How long a session may be refreshed when the user asked to be remembered, and when not. */
export const REMEMBERED_MS = 30 * 86_400_000;
export const UNREMEMBERED_MS = 12 * 3_600_000;

/** However often a session is refreshed, after this long somebody has to sign in again. */
export const LONGEST_REMEMBERED_MS = 90 * 86_400_000;
export const LONGEST_UNREMEMBERED_MS = 24 * 3_600_000;

/** How long the token that was traded last may come again without harm. */
const FORGIVEN_MS = 10_000;

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
  /** When its holder proved who it is; absent: a code alone, which is sent to whoever reads the messages, is no such proof. */
  provenAt?: Date | null;
}

/** Opens a session and drops some of those that are over for good. */
export async function openSession(db: Db, session: NewSession, now: number): Promise<Tokens> {
  const tokens = mintTokens(now);
  await db
    .with('over', () => droppingOver(db, new Date(now)))
    .insertInto('sessions')
    .values(sessionRow(session, tokens, now))
    .execute();
  return tokens;
}

/** More than come meanwhile, so that none stays for long. */
const DROPPED_AT_ONCE = 100;

/**
 * Drops some sessions that are over, as part of another statement. All of them at once would keep whoever signs in waiting for as long as those of
 * hundreds of thousands of visitors take, and everybody else behind the same rows.
 */
export const droppingOver = (db: Db, at: Date) =>
  db.deleteFrom('sessions').where(
    'id',
    'in',
    sql<number>`(SELECT id FROM sessions WHERE refresh_expires_at <= ${at}
      ORDER BY refresh_expires_at LIMIT ${sql.lit(DROPPED_AT_ONCE)} FOR UPDATE SKIP LOCKED)`,
  );

/** The row of a session, for a write that is one statement together with it. */
export function sessionRow(session: NewSession, tokens: Tokens, now: number): Insertable<SessionsTable> {
  return {
    ...session,
    ...storedForm(tokens),
    createdAt: new Date(now),
    refreshExpiresAt: new Date(now + (session.remember ? REMEMBERED_MS : UNREMEMBERED_MS)),
  };
}

/** What came of a refresh token: new tokens, or the session that was ended because the token had been copied. */
export type Rotation =
  | { userId: number | null; tokens: Tokens }
  | { reused: { sessionId: number; userId: number | null } };

/**
 * Trades a refresh token for new tokens in one statement, so that of two callers with the same token one wins. A token that was
 * traded before ends its session: somebody copied it. Only the one before the newest is forgiven for a few seconds, because two
 * tabs of one browser may refresh at the same moment. In a transaction of the caller, who notes in the audit log what was ended.
 * Undefined: no such session, it is over, or the token is forgiven.
 */
export async function rotateSession(
  trx: Db,
  refreshToken: string,
  now: number,
): Promise<Rotation | undefined> {
  const tokens = mintTokens(now);
  const refreshHash = hashToken(refreshToken);
  const row = await trx
    .updateTable('sessions')
    .set({
      ...storedForm(tokens),
      // The last token of a session does not outlive it.
      expiresAt: sql<Date>`least(${new Date(tokens.expiresAt)}::timestamptz, created_at + ${LONGEST})`,
      refreshExpiresAt: sql<Date>`CASE WHEN remember THEN ${new Date(now + REMEMBERED_MS)}::timestamptz
        ELSE ${new Date(now + UNREMEMBERED_MS)}::timestamptz END`,
    })
    .where('refreshHash', '=', refreshHash)
    .where('refreshExpiresAt', '>', new Date(now))
    .where(younger(now))
    .returning(['id', 'userId', 'expiresAt'])
    .executeTakeFirst();
  if (!row) return endReused(trx, refreshHash, now);
  // Nobody steals what anybody gets, and a row for each would fill the disk.
  if (row.userId !== null) await keepTraded(trx, { refreshHash, sessionId: row.id, now });
  return { userId: row.userId, tokens: { ...tokens, expiresAt: row.expiresAt.getTime() } };
}

/** How long a session lasts, however often it is refreshed. */
const LONGEST = sql`CASE WHEN remember THEN ${LONGEST_REMEMBERED_MS}::float8 ELSE ${LONGEST_UNREMEMBERED_MS}::float8 END * interval '1 millisecond'`;

/** Condition on a session: it was opened by a login that is not too long ago. */
const younger = (now: number) => sql<SqlBool>`created_at + ${LONGEST} > ${new Date(now)}::timestamptz`;

/** Notes a traded token, and forgets those of the session that were traded longer ago than any token lives. */
async function keepTraded(
  trx: Db,
  { refreshHash, sessionId, now }: { refreshHash: Buffer; sessionId: number; now: number },
): Promise<void> {
  await trx
    .deleteFrom('tradedTokens')
    .where('sessionId', '=', sessionId)
    .where('tradedAt', '<=', new Date(now - REMEMBERED_MS))
    .execute();
  await trx
    .insertInto('tradedTokens')
    .values({ refreshHash, sessionId, tradedAt: new Date(now) })
    .execute();
}

async function endReused(trx: Db, refreshHash: Buffer, now: number): Promise<Rotation | undefined> {
  const traded = await trx
    .selectFrom('tradedTokens as t')
    .select(['t.sessionId', 't.tradedAt'])
    .select(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM traded_tokens later
        WHERE later.session_id = t.session_id AND later.traded_at > t.traded_at)`.as('newest'),
    )
    .where('t.refreshHash', '=', refreshHash)
    .executeTakeFirst();
  if (!traded) return undefined;
  if (traded.newest && now - traded.tradedAt.getTime() <= FORGIVEN_MS) return undefined;
  const ended = await trx
    .deleteFrom('sessions')
    .where('id', '=', traded.sessionId)
    .returning(['id as sessionId', 'userId'])
    .executeTakeFirst();
  return ended && { reused: ended };
}

export async function endSession(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** Ends the sessions of a user, and logins that wait for a second factor; the session named last stays. Answers which ended. */
export async function endSessionsOf(
  trx: Transaction<Tables>,
  userId: number,
  exceptSessionId?: number | null,
): Promise<number[]> {
  await trx.deleteFrom('loginTickets').where('userId', '=', userId).execute();
  let ended = trx.deleteFrom('sessions').where('userId', '=', userId);
  if (exceptSessionId) ended = ended.where('id', '!=', exceptSessionId);
  return (await ended.returning('id').execute()).map(({ id }) => id);
}

/**
 * Ends the sessions of whoever asks, the one of the request among them. Throws AppError `unauthorised` where that one ended meanwhile: what a
 * stolen session began before its holder ended it is not done afterwards.
 */
export async function endOwnSessions(
  trx: Transaction<Tables>,
  { sessionId }: Pick<Actor, 'sessionId'>,
  userId: number,
): Promise<void> {
  const ended = await endSessionsOf(trx, userId);
  if (sessionId === null || !ended.includes(sessionId)) throw new AppError('unauthorised');
}

/** Ends the sessions of everybody, and logins that wait for a second factor. */
export async function endAllSessions(trx: Transaction<Tables>): Promise<void> {
  await trx.deleteFrom('loginTickets').execute();
  await trx.deleteFrom('sessions').execute();
}

export function mintTokens(now: number): Tokens {
  return { token: mintToken(), refreshToken: mintToken(), expiresAt: now + SESSION_MS };
}

function storedForm(tokens: Tokens): { tokenHash: Buffer; refreshHash: Buffer; expiresAt: Date } {
  return {
    tokenHash: hashToken(tokens.token),
    refreshHash: hashToken(tokens.refreshToken),
    expiresAt: new Date(tokens.expiresAt),
  };
}
