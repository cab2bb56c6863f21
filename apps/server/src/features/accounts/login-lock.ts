import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** Wrong passwords for one account from one address before it is locked for that address. */
export const FAILURES_BEFORE_LOCK = 5;
export const LOCK_MS = 10 * 60_000;

/**
 * Counts an attempt before the password is looked at, so that attempts made at the same moment cannot slip past the limit.
 * False: the account is locked for this address. A successful login takes the count back with `clearAttempts`.
 */
export async function takeAttempt(
  db: Db,
  attempt: { account: string; address: string; now: number },
): Promise<boolean> {
  const now = new Date(attempt.now);
  const windowStart = new Date(attempt.now - LOCK_MS);
  const lockedUntil = new Date(attempt.now + LOCK_MS);
  const result = await sql`
    INSERT INTO login_failures AS f (account, address, failures, locked_until, last_at)
    VALUES (${attempt.account}, ${attempt.address}, 1, NULL, ${now})
    ON CONFLICT (account, address) DO UPDATE SET
      failures = CASE WHEN f.last_at <= ${windowStart} THEN 1 ELSE f.failures + 1 END,
      locked_until = CASE WHEN f.last_at > ${windowStart} AND f.failures + 1 >= ${FAILURES_BEFORE_LOCK}
        THEN ${lockedUntil}::timestamptz END,
      last_at = ${now}
    WHERE f.locked_until IS NULL OR f.locked_until <= ${now}
    RETURNING failures`.execute(db);
  return result.rows.length > 0;
}

export async function clearAttempts(db: Db, account: string, address: string): Promise<void> {
  await db
    .deleteFrom('loginFailures')
    .where('account', '=', account)
    .where('address', '=', address)
    .execute();
}

/** Opens an account for every address again, under each name it signs in by. */
export async function clearLocksOf(
  db: Db,
  user: { email: string | null; phone: string | null; userName: string | null },
): Promise<void> {
  const names = [user.email, user.phone, user.userName].filter((name) => name !== null);
  await db.deleteFrom('loginFailures').where('account', 'in', names).execute();
}
