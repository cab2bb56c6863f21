import { sql } from 'kysely';
import { networkOf } from '../../platform/network-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { AttemptAt } from './login-lock.ts';

/** Stands for all networks together in the table of failures; no network looks like it. */
export const EVERYWHERE = '*';

const DAY_MS = 86_400_000;
/** Passwords of a day that were not right, from all networks together, before others wait for their turn. */
export const FREE_FAILURES = 20;
const FIRST_DELAY_SECONDS = 5;
const LONGEST_DELAY_SECONDS = 15 * 60;
/** How long a network from which somebody signed in is known. */
const KNOWN_MS = 90 * DAY_MS;

/**
 * Counts a password for an account from wherever it came, before it is looked at, so that guesses made at the same moment do not all
 * pass before the first one counts. Beyond the free ones each brings a longer wait. Answers a row where the try was counted, and none
 * while others wait. The statement is for one that counts the try of the network first, which `from` names.
 */
export function takingEverywhere(
  { account, at }: Pick<AttemptAt, 'account' | 'at'>,
  from: string,
  address = EVERYWHERE,
) {
  const failures = sql`(CASE WHEN f.last_at <= ${at}::timestamptz - interval '1 day' THEN 1 ELSE f.failures + 1 END)`;
  return sql<{ failures: number }>`
    INSERT INTO login_failures AS f (account, address, failures, locked_until, last_at)
    SELECT ${account}, ${address}, 1, NULL, ${at}::timestamptz FROM ${sql.table(from)}
    ON CONFLICT (account, address) DO UPDATE SET
      failures = ${failures},
      locked_until = CASE WHEN ${failures} > ${FREE_FAILURES} THEN ${at}::timestamptz + interval '1 second'
        * least(${FIRST_DELAY_SECONDS} * 2 ^ least(${failures} - ${FREE_FAILURES} - 1, 20), ${LONGEST_DELAY_SECONDS}) END,
      last_at = ${at}
    WHERE f.locked_until IS NULL OR f.locked_until <= ${at}
    RETURNING failures`;
}

/** Takes a try back that was counted everywhere and turned out right. */
export async function giveBackEverywhere(db: Db, account: string, address = EVERYWHERE): Promise<void> {
  const counted = db
    .updateTable('loginFailures')
    .set((eb) => ({ failures: eb('failures', '-', 1), lockedUntil: null }));
  await counted
    .where('account', '=', account)
    .where('address', '=', address)
    .where('failures', '>', 0)
    .execute();
}

/** Minutes until somebody from an unknown network may try again; the account is one that others guess at. */
export async function minutesHeld(db: Db, account: string, now: number): Promise<number> {
  return minutesUntil(db, { account, addresses: [EVERYWHERE] }, now);
}

/** The same of counts of an account: the one that lasts longest. */
export async function minutesUntil(
  db: Db,
  { account, addresses }: { account: string; addresses: readonly string[] },
  now: number,
): Promise<number> {
  const { lockedUntil } = await db
    .selectFrom('loginFailures')
    .select((eb) => eb.fn.max('lockedUntil').as('lockedUntil'))
    .where('account', '=', account)
    .where('address', 'in', addresses)
    .executeTakeFirstOrThrow();
  const until = lockedUntil?.getTime() ?? now;
  return Math.max(1, Math.ceil((until - now) / 60_000));
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
