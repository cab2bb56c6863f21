import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/network-of.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { giveBackEverywhere, knowsNetwork, minutesUntil, takingEverywhere } from '../login-delay.ts';
import { attemptAt, clearAttempts, FAILURES_BEFORE_LOCK, taking } from '../login-lock.ts';
import { totpStep } from './totp-code.ts';

export type FactorParts = Pick<Platform, 'db' | 'clock'> & { box: SecretBox };

/** All networks that an account does not know, and the count of a day; no network looks like these. */
const STRANGERS = '';
const OF_DAY = 'of the day';

/** For whom a secret of an authenticator app is sealed. */
export function sealedFor(userId: number): string {
  return `totp:${userId}`;
}

/** The name under which wrong codes of an account are counted. No account name that somebody can type looks like it. */
export function factorSubject(userId: number): string {
  return `second factor of #${userId}`;
}

/** A try of a second factor that was counted. */
export interface FactorTry {
  /** Tries that are left after this one, before somebody has to wait. */
  left: number;
  /** Takes the count back, because the code was right. */
  wasRight(db: Db): Promise<void>;
}

/**
 * Counts a try of a second factor before the code is looked at. Whoever tries knows the password already, or sits at an open session, so networks
 * that the account does not know count together: five wrong codes lock them for ten minutes, and beyond twenty within a day each brings a
 * longer wait. Networks from which the holder signed in before count by themselves, so that nobody else keeps the holder out.
 * Throws AppError `accountLocked`.
 */
export async function takeFactorTry(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { userId, address }: { userId: number; address: string | null },
): Promise<FactorTry> {
  const now = clock.now();
  const network = networkOf(address ?? '');
  const place = (await knowsNetwork(db, { userId, network, now })) ? network : STRANGERS;
  const account = factorSubject(userId);
  const attempt = attemptAt({ account, address: place, now });
  const ofDay = `${place} ${OF_DAY}`;
  const counted = await db
    .with('attempt', () => sql<{ failures: number }>`(${taking(attempt)})`)
    .with('ofDay', () => sql<{ failures: number }>`(${takingEverywhere(attempt, 'attempt', ofDay)})`)
    .selectFrom('attempt')
    .innerJoin('ofDay', (join) => join.onTrue())
    .select('attempt.failures')
    .executeTakeFirst();
  if (!counted) {
    const minutes = await minutesUntil(db, { account, addresses: [place, ofDay] }, now);
    throw new AppError('accountLocked', { minutes });
  }
  return {
    left: Math.max(0, FAILURES_BEFORE_LOCK - counted.failures),
    async wasRight(trx) {
      await clearAttempts(trx, { account, address: place });
      await giveBackEverywhere(trx, account, ofDay);
    },
  };
}

/** Whether a code of the authenticator app is right. A code is good once, and after it no code of an earlier step is good. */
export async function useTotpCode(
  { clock, box }: FactorParts,
  db: Db,
  { userId, code }: { userId: number; code: string },
): Promise<boolean> {
  const row = await db.selectFrom('users').select('totpSecret').where('id', '=', userId).executeTakeFirst();
  if (!row?.totpSecret) return false;
  const secret = await box.open(row.totpSecret, sealedFor(userId));
  const step = totpStep(secret, code, clock.now());
  if (step === undefined) return false;
  const taken = await db
    .updateTable('users')
    .set({ totpLastStep: step })
    .where('id', '=', userId)
    // A secret that went meanwhile, as with the password, opens and confirms nothing.
    .where('totpSecret', '=', row.totpSecret)
    .where(sql<boolean>`coalesce(totp_last_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
