import type { RequestContext } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { usersWithOrganisation, type UserRow } from '../account-view.ts';
import { clearAttempts, LOCK_MS, takeAttempt } from '../login-lock.ts';
import { verifyPassword } from '../passwords.ts';

type Context = Pick<RequestContext, 'actor' | 'address'>;

/** The user behind a request. Throws AppError `userNotFound` for a visitor, who has no account. */
export function ownUserId({ actor }: Pick<RequestContext, 'actor'>): number {
  if (actor.userId === null) throw new AppError('userNotFound');
  return actor.userId;
}

/** The account behind a request. Throws AppError `userNotFound` for a visitor and `unauthorised` where it is gone. */
export async function ownUser(platform: Pick<Platform, 'db'>, context: Context): Promise<UserRow> {
  const row = await usersWithOrganisation(platform.db)
    .where('users.id', '=', ownUserId(context))
    .executeTakeFirst();
  if (!row) throw new AppError('unauthorised');
  return row;
}

/**
 * The account behind a request, after its password was given again. Wrong ones count towards a lock of their own, so that a
 * session left open is no way to guess it. Throws AppError: wrongPassword, accountLocked, userNotFound.
 */
export async function provenUser(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: Context,
  password: string,
): Promise<UserRow> {
  const user = await ownUser(platform, context);
  // Counted over all addresses, because whoever tries sits at an open session. The owner can still sign in meanwhile.
  const attempt = { account: passwordSubject(user.id), address: '' };
  if (!(await takeAttempt(platform.db, { ...attempt, now: platform.clock.now() }))) {
    throw new AppError('accountLocked', { minutes: LOCK_MS / 60_000 });
  }
  if (!(await verifyPassword(user.passwordHash, password))) throw new AppError('wrongPassword');
  await clearAttempts(platform.db, attempt);
  return user;
}

/**
 * The name under which wrong passwords of a signed-in account are counted. No account name that somebody can type looks like it.
 */
export function passwordSubject(userId: number): string {
  return `password of #${userId}`;
}
