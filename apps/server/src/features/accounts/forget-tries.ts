import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;
/** Failures and codes count for a day at most. */
const COUNTED_DAYS = 2;
/** How long it is told who signed in when and from where. */
const LOGIN_DAYS = 400;
/** Failed logins of one account that are kept. Those that succeeded tell which networks its holder knows. */
const FAILED_KEPT = 1000;

/**
 * Forgets wrong passwords, codes, and logins that nothing asks for any more: strangers add a row with every guess, also at accounts that do not
 * exist. The job `accounts.forget`.
 */
export async function forgetTries({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock.now() - days * DAY_MS);
  await db.deleteFrom('loginFailures').where('lastAt', '<', before(COUNTED_DAYS)).execute();
  await db.deleteFrom('verificationCodes').where('expiresAt', '<', before(COUNTED_DAYS)).execute();
  await db.deleteFrom('codeRequests').where('at', '<', before(COUNTED_DAYS)).execute();
  await db.deleteFrom('logins').where('at', '<', before(LOGIN_DAYS)).execute();
  await sql`
    DELETE FROM logins WHERE id IN (
      SELECT old.id FROM (
        SELECT user_id FROM logins WHERE outcome <> 'success' GROUP BY user_id HAVING count(*) > ${FAILED_KEPT}::int
      ) AS guessed,
      LATERAL (
        SELECT id FROM logins WHERE logins.user_id = guessed.user_id AND outcome <> 'success'
        ORDER BY at DESC, id DESC OFFSET ${FAILED_KEPT}::int
      ) AS old)`.execute(db);
}
