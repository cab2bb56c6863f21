import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { takeAttempt, FAILURES_BEFORE_LOCK, type Attempt } from '../login-lock.ts';
import { totpStep } from './totp-code.ts';

export type FactorParts = Pick<Platform, 'db' | 'clock'> & { box: SecretBox };

/** For whom a secret of an authenticator app is sealed. */
export function sealedFor(userId: number): string {
  return `totp:${userId}`;
}

/**
 * The name under which wrong codes of an account are counted. They are counted over all addresses, because whoever tries them knows
 * the password already, or sits at an open session.
 */
export function factorSubject(userId: number): Attempt {
  return { account: `second factor of #${userId}`, address: '' };
}

/** Counts a try of a second factor; answers how many are left after this one, undefined where none was. */
export async function takeFactorTry({ db, clock }: FactorParts, userId: number): Promise<number | undefined> {
  const subject = factorSubject(userId);
  if (!(await takeAttempt(db, { ...subject, now: clock.now() }))) return undefined;
  const row = await db
    .selectFrom('loginFailures')
    .select('failures')
    .where('account', '=', subject.account)
    .where('address', '=', subject.address)
    .executeTakeFirst();
  return Math.max(0, FAILURES_BEFORE_LOCK - (row?.failures ?? 0));
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
    .where(sql<boolean>`coalesce(totp_last_step, 0) < ${step}`)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}
