import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkNewPassword } from './new-password.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { verifyPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';
import { setPassword } from './set-password.ts';

/**
 * Changes the own password; every other session of the account ends.
 * Throws AppError: wrongPassword (at the field of the old one), invalidInput for a new one that is the same or breaks a rule.
 */
export async function changePassword(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'bus'>,
  context: RequestContext,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const { db, clock, text, bus } = platform;
  const { userId, sessionId } = context.actor;
  if (userId === null) throw new AppError('unauthorised');
  const words = { language: context.language, text };
  const { passwordHash } = await db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(passwordHash, oldPassword))) {
    const message = text(context.language, 'errors.wrongPassword');
    throw new AppError('wrongPassword', {}, [{ path: 'body.oldPassword', message }]);
  }
  if (password === oldPassword) throw brokenRule(words, 'body.password', 'passwordSame');
  await checkNewPassword(password, words);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, { userId, password, initial: false, now: clock.now() });
    await endSessionsOf(trx, userId, sessionId);
    const entry = { action: 'accounts.changePassword', objectType: 'user', objectId: userId };
    await writeAudit(trx, context, entry);
  });
  bus.publish('accessChanged', {});
}
