import type { Session } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import { usersWithOrganisation, type UserRow } from '../account-view.ts';
import { noteLogin, openLogin, type Caller } from '../finish-login.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { takeFactorTry, useTotpCode, type FactorParts } from './check-factor.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { looksLikeTotp } from './totp-code.ts';

/** Codes that may be tried with one ticket. */
const TRIES = 5;

export interface SecondFactorInput {
  ticket: string;
  /** Of the authenticator app, or a recovery code. */
  code: string;
  remember: boolean;
}

/**
 * Finishes a login with the second factor. Throws AppError: wrongCode, secondFactorExpired (after five minutes or five tries),
 * accountLocked (too many wrong codes over several tickets), accountDisabled.
 */
export async function secondFactor(
  platform: FactorParts,
  caller: Caller,
  { ticket, code, remember }: SecondFactorInput,
): Promise<Session> {
  const { user, method, left } = await takeTry(platform, ticket);
  const note = { userId: user.id, method };
  const tried = await takeFactorTry(platform, { userId: user.id, address: caller.address }).catch(
    async (error: unknown) => {
      await noteLogin(platform, caller, { ...note, outcome: 'locked' });
      throw error;
    },
  );
  if (!(await isRight(platform, user.id, code))) {
    await noteLogin(platform, caller, { ...note, outcome: 'wrongCode' });
    throw new AppError('wrongCode', { left: Math.min(left, tried.left) });
  }
  await tried.wasRight(platform.db);
  await useUp(platform, ticket);
  return openLogin(platform, caller, { user, method, remember });
}

/** Counts a try before the code is looked at, so that tries made at the same moment cannot slip past the limit. */
async function takeTry(
  { db, clock }: FactorParts,
  ticket: string,
): Promise<{ user: UserRow; method: 'password' | 'code'; left: number }> {
  const now = new Date(clock.now());
  await db.deleteFrom('loginTickets').where('expiresAt', '<=', now).execute();
  const row = await db
    .updateTable('loginTickets')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticketHash', '=', hashToken(ticket))
    .where('tries', '<', TRIES)
    .returning(['userId', 'method', 'tries'])
    .executeTakeFirst();
  if (!row) throw new AppError('secondFactorExpired');
  const user = await usersWithOrganisation(db).where('users.id', '=', row.userId).executeTakeFirst();
  if (!user?.secondFactor) throw new AppError('secondFactorExpired');
  return { user, method: row.method, left: TRIES - row.tries };
}

/** Six digits are of the app, anything else a recovery code: those are good even where the key of sealed secrets was lost. */
async function isRight(platform: FactorParts, userId: number, code: string): Promise<boolean> {
  if (looksLikeTotp(code)) return useTotpCode(platform, platform.db, { userId, code });
  return useRecoveryCode(platform.db, { userId, code, now: platform.clock.now() });
}

/** A ticket opens one session. */
async function useUp({ db }: FactorParts, ticket: string): Promise<void> {
  const row = await db
    .deleteFrom('loginTickets')
    .where('ticketHash', '=', hashToken(ticket))
    .returning('userId')
    .executeTakeFirst();
  if (!row) throw new AppError('secondFactorExpired');
}
