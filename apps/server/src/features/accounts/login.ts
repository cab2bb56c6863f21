import type { LoginResult } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { signInName } from './account-name.ts';
import { usersWithOrganisation, type UserRow } from './account-view.ts';
import { finishLogin, noteLogin, type Caller } from './finish-login.ts';
import { clearAttempts, LOCK_MS, takeAttempt } from './login-lock.ts';
import { verifyPassword } from './passwords.ts';

export interface Credentials {
  /** E-mail, phone or user name. */
  account: string;
  password: string;
  remember: boolean;
}

/**
 * Signs in. An unknown account and a wrong password are the same answer after the same work.
 * Throws AppError: wrongCredentials, accountLocked, accountDisabled.
 */
export async function login(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  input: Credentials,
): Promise<LoginResult> {
  const now = platform.clock.now();
  const account = normalPhone(input.account) || signInName(input.account);
  const address = networkOf(caller.address ?? '');
  const user = await findUser(platform, account);
  const noteFailure = async (outcome: 'locked' | 'wrongPassword') => {
    if (user) await noteLogin(platform, caller, { userId: user.id, method: 'password', outcome });
  };
  if (!(await takeAttempt(platform.db, { account, address, now }))) {
    await noteFailure('locked');
    throw new AppError('accountLocked', { minutes: LOCK_MS / 60_000 });
  }
  const matches = await verifyPassword(user?.passwordHash, input.password);
  if (!user || !matches || !(await mayUsePassword(platform, user))) {
    await noteFailure('wrongPassword');
    throw new AppError('wrongCredentials');
  }
  await clearAttempts(platform.db, account, address);
  return finishLogin(platform, caller, { user, method: 'password', remember: input.remember });
}

/** An initial password opens the account once; of two logins at the same moment, one. A locked account keeps its own. */
async function mayUsePassword({ db }: Pick<Platform, 'db'>, user: UserRow): Promise<boolean> {
  if (!user.mustChangePassword || user.lockedAt) return true;
  const used = await db
    .updateTable('users')
    .set({ initialPasswordUsed: true })
    .where('id', '=', user.id)
    .where('initialPasswordUsed', '=', false)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** User names hold no `@` and are not digits alone, so one text means one account. */
export function findUser(platform: Pick<Platform, 'db'>, account: string): Promise<UserRow | undefined> {
  const phone = normalPhone(account);
  return usersWithOrganisation(platform.db)
    .where((eb) =>
      eb.or([
        eb('users.email', '=', account),
        eb('users.userName', '=', account),
        ...(phone === '' ? [] : [eb('users.phone', '=', phone)]),
      ]),
    )
    .executeTakeFirst();
}

/** Digits of a phone number with its leading plus; empty where the text is none. */
export function normalPhone(text: string): string {
  const compact = text.replaceAll(/[\s().-]/g, '');
  return /^\+?\d{5,20}$/.test(compact) ? compact : '';
}
