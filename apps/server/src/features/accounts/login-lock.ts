import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** Wrong passwords for one account from one address before it is locked for that address. */
export const FAILURES_BEFORE_LOCK = 5;
export const LOCK_MS = 10 * 60_000;

/** What is counted: wrong passwords for an account from an address. */
export interface Attempt {
  account: string;
  address: string;
}

/**
 * Counts an attempt before the password is looked at, so that attempts made at the same moment cannot slip past the limit.
 * False: the account is locked for this address. A successful login takes the count back with `clearAttempts`.
 */
export async function takeAttempt(db: Db, attempt: Attempt & { now: number }): Promise<boolean> {
  return (await taking(attemptAt(attempt)).execute(db)).rows.length > 0;
}

/** An attempt with the moments its count depends on. */
export interface AttemptAt extends Attempt {
  at: Date;
  windowStart: Date;
  lockedUntil: Date;
}

export function attemptAt({ account, address, now }: Attempt & { now: number }): AttemptAt {
  const [windowStart, lockedUntil] = [new Date(now - LOCK_MS), new Date(now + LOCK_MS)];
  return { account, address, at: new Date(now), windowStart, lockedUntil };
}

/** The statement of `takeAttempt`, for one that does more: answers a row where the attempt may be made. */
export function taking({ account, address, at, windowStart, lockedUntil }: AttemptAt) {
  return sql<{ failures: number }>`
    INSERT INTO login_failures AS f (account, address, failures, locked_until, last_at)
    VALUES (${account}, ${address}, 1, NULL, ${at})
    ON CONFLICT (account, address) DO UPDATE SET
      failures = CASE WHEN f.last_at <= ${windowStart} THEN 1 ELSE f.failures + 1 END,
      locked_until = CASE WHEN f.last_at > ${windowStart} AND f.failures + 1 >= ${FAILURES_BEFORE_LOCK}
        THEN ${lockedUntil}::timestamptz END,
      last_at = ${at}
    WHERE f.locked_until IS NULL OR f.locked_until <= ${at}
    RETURNING failures`;
}

export async function clearAttempts(db: Db, attempt: Attempt): Promise<void> {
  await clearing(db, attempt).execute();
}

/** The statement of `clearAttempts`, for one that does more. */
export function clearing(db: Db, { account, address }: Attempt) {
  return db.deleteFrom('loginFailures').where('account', '=', account).where('address', '=', address);
}

/** Opens an account for every address again, under each name it signs in by. */
export async function clearLocksOf(
  db: Db,
  user: { email: string | null; phone: string | null; userName: string | null },
): Promise<void> {
  const names = [user.email, user.phone, user.userName].filter((name) => name !== null);
  await db.deleteFrom('loginFailures').where('account', 'in', names).execute();
}
