import { normalPhone, passwordRule, type LoginResult } from '@sunfleet/contract';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Later } from '../../platform/http/after-answer.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import { isStoreFailure } from '../../platform/store-failure.ts';
import { signInName } from './account-name.ts';
import { usersWithOrganisation, type UserRow } from './account-view.ts';
import { finishLogin, noteLogin, type Caller, type LoginNote } from './finish-login.ts';
import { giveBackEverywhere, knowsNetwork, minutesHeld, takingEverywhere } from './login-delay.ts';
import { isInitialPasswordOver, mayUsePassword } from './initial-password.ts';
import { attemptAt, clearAttempts, LOCK_MS, taking, type AttemptAt } from './login-lock.ts';
import { verifyPassword } from './passwords.ts';

/** No account has this id. What is asked of an account is asked of this one, too, and takes as long. */
const NOBODY = 0;

export interface Credentials {
  /** E-mail, phone or user name. */
  account: string;
  password: string;
  remember: boolean;
}

/** The form in which accounts keep what somebody typed. */
export function accountOf(typed: string): string {
  return normalPhone(typed) || signInName(typed);
}

/**
 * Signs in. An unknown account and a wrong password are the same answer after the same work: what only a known account has, as its history, is
 * written later. Throws AppError: wrongCredentials, accountLocked, accountDisabled; initialPasswordExpired after the right password alone.
 */
export async function login(
  platform: Pick<Platform, 'db' | 'clock'>,
  { caller, later }: { caller: Caller; later: Later },
  input: Credentials,
): Promise<LoginResult> {
  const now = platform.clock.now();
  const account = accountOf(input.account);
  const address = networkOf(caller.address ?? '');
  const attempt = { account, address };
  const phone = normalPhone(account);
  const { rows } = await takeAttemptAndUser(platform.db, { ...attemptAt({ ...attempt, now }), phone });
  const noteFailure = (find: () => Promise<UserRow | undefined>, outcome: LoginNote['outcome']) =>
    later(async () => {
      const user = await find();
      if (user) await noteLogin(platform, caller, { userId: user.id, method: 'password', outcome, at: now });
    });
  const [row] = rows;
  if (!row) {
    noteFailure(() => findUser(platform, account), 'locked');
    throw new AppError('accountLocked', { minutes: LOCK_MS / 60_000 });
  }
  const { counted, ...found } = row;
  const user = found.id === null ? undefined : (found as UserRow);
  const known = async () => user;
  const userId = user?.id ?? NOBODY;
  if (counted === null && !(await knowsNetwork(platform.db, { userId, network: address, now }))) {
    noteFailure(known, 'locked');
    throw new AppError('accountLocked', { minutes: await minutesHeld(platform.db, account, now) });
  }
  // Of a network that the account knows, which goes on while others wait, nothing was counted.
  const giveBack = async () => {
    if (counted !== null) await giveBackEverywhere(platform.db, account);
  };
  const matches = await verifyPassword(user?.passwordHash, input.password);
  if (user && matches && isInitialPasswordOver(user, now)) {
    await giveBack();
    noteFailure(known, 'initialPasswordExpired');
    throw new AppError('initialPasswordExpired');
  }
  if (!user || !matches || !(await mayUsePassword(platform, user))) {
    noteFailure(known, 'wrongPassword');
    throw new AppError('wrongCredentials');
  }
  const weakPassword = await noteWeakness(platform, user, input.password);
  const right = {
    user: { ...user, weakPassword },
    method: 'password',
    remember: input.remember,
    attempt,
  } as const;
  try {
    const [result] = await Promise.all([finishLogin(platform, caller, right), giveBack()]);
    return result;
  } catch (error) {
    // The password was right: whoever tries again and again while the disk is full is not to be locked out for ten minutes once there is room.
    if (isStoreFailure(error)) await clearAttempts(platform.db, attempt).catch(() => undefined);
    throw error;
  }
}

/**
 * Whether the password is weaker than a new one may be. Only a login sees a password that was set under an older rule or by the settings
 * of the first start, so it is judged and noted here.
 */
async function noteWeakness({ db }: Pick<Platform, 'db'>, user: UserRow, password: string): Promise<boolean> {
  const weakPassword = passwordRule(password) !== undefined;
  if (weakPassword !== user.weakPassword) {
    const same = db.updateTable('users').set({ weakPassword }).where('id', '=', user.id);
    await same.where('passwordHash', '=', user.passwordHash).execute();
  }
  return weakPassword;
}

/**
 * Counts the attempt for the network and for everywhere, and reads the account, in one statement: no row where the account is locked for
 * the network, and `counted` is null where unknown networks wait for their turn.
 */
const takeAttemptAndUser = prepare('take_attempt_and_user', (db, attempt: AttemptAt & { phone: string }) =>
  db
    .with('attempt', () => sql<{ failures: number }>`(${taking(attempt)})`)
    .with('everywhere', () => sql<{ failures: number }>`(${takingEverywhere(attempt, 'attempt')})`)
    .selectFrom('attempt')
    .leftJoin(usersCalled(db, attempt).as('found'), (join) => join.onTrue())
    .leftJoin('everywhere', (join) => join.onTrue())
    .selectAll('found')
    .select('everywhere.failures as counted'),
);

/** User names hold no `@` and are not digits alone, so one text means one account. */
export function findUser({ db }: Pick<Platform, 'db'>, account: string): Promise<UserRow | undefined> {
  return usersCalled(db, { account, phone: normalPhone(account) }).executeTakeFirst();
}

function usersCalled(db: Db, { account, phone }: { account: string; phone: string }) {
  return usersWithOrganisation(db).where((eb) =>
    eb.or([
      eb('users.email', '=', account),
      eb('users.userName', '=', account),
      eb('users.phone', '=', phone),
    ]),
  );
}
