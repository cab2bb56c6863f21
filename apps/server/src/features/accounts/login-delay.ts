import { sql } from 'kysely';
import { networkOf } from '../../platform/network-of.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Stands for all networks together in the table of failures; no network looks like it. */
export const EVERYWHERE = '*';

const DAY_MS = 86_400_000;
/** Wrong passwords of a day, from all networks together, before others wait for their turn. */
export const FREE_FAILURES = 20;
const FIRST_DELAY_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 15 * 60;
/** How long a network from which somebody signed in is known. */
const KNOWN_MS = 90 * DAY_MS;

/**
 * Counts a wrong password for an account from wherever it came. Beyond the free ones each brings a longer wait for networks that the
 * account does not know.
 */
export async function noteFailureEverywhere(db: Db, account: string, now: number): Promise<void> {
  const [at, dayAgo] = [new Date(now), new Date(now - DAY_MS)];
  const failures = sql`(CASE WHEN f.last_at <= ${dayAgo} THEN 1 ELSE f.failures + 1 END)`;
  await sql`
    INSERT INTO login_failures AS f (account, address, failures, locked_until, last_at)
    VALUES (${account}, ${EVERYWHERE}, 1, NULL, ${at})
    ON CONFLICT (account, address) DO UPDATE SET
      failures = ${failures},
      locked_until = CASE WHEN ${failures} > ${FREE_FAILURES} THEN ${at}::timestamptz + interval '1 second'
        * least(${FIRST_DELAY_SECONDS} * 2 ^ least(${failures} - ${FREE_FAILURES} - 1, 20), ${LONGEST_DELAY_SECONDS}) END,
      last_at = ${at}`.execute(db);
}

/**
 * Whether somebody signed in to the account from this network before. Such networks never wait for the failures of others, so that
 * guessing from elsewhere does not keep the holder out; from a new network a code or a passkey opens the account meanwhile.
 */
export async function knowsNetwork(
  db: Db,
  { userId, network, now }: { userId: number; network: string; now: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('logins')
    .select('address')
    .distinct()
    .where('userId', '=', userId)
    .where('outcome', '=', 'success')
    .where('at', '>', new Date(now - KNOWN_MS))
    .execute();
  return rows.some(({ address }) => address !== null && networkOf(address) === network);
}
