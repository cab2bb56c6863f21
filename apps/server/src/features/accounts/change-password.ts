import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import { dropStaleFirstPassword } from './ensure-admin.ts';
import { checkNewPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { revokeApiKeys } from './revoke-proofs.ts';
import { provenUser } from './settings/own-account.ts';
import { sendSecurityNotice } from './security-notice.ts';
import { holdSession } from '../../platform/hold-session.ts';
import { endSessionsOf } from './sessions.ts';
import { setPassword } from './set-password.ts';

/**
 * Changes the caller's password. Every other session and every API key of the account ends, because whoever had the old password may
 * have made them, and its holder gets a message.
 * Throws AppError: wrongPassword (at the field of the old one), accountLocked (too many wrong ones), invalidInput for a new one that
 * is the same or breaks a rule, unauthorised where the session ended meanwhile.
 */
export async function changePassword(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'config'>,
  context: RequestContext,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<void> {
  const { db, clock, text } = platform;
  const words = { language: context.language, text };
  const user = await provenUser(platform, context, oldPassword).catch((error: unknown) => {
    throw atOldPassword(error, words);
  });
  const userId = user.id;
  if (password === oldPassword) throw brokenRule(words, 'body.password', 'passwordSame');
  await checkNewPassword(password, words);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, { userId, passwordHash, initial: false, now: clock.now() });
    await endSessionsOf(trx, userId, context.actor.sessionId);
    // Its holder may have set another one, by a code, while these were hashed.
    await holdSession(trx, context.actor);
    const before = { apiKeys: await revokeApiKeys(trx, userId) };
    const entry = { action: 'accounts.changePassword', objectType: 'user', objectId: userId } as const;
    await writeAudit(trx, context, { ...entry, before });
    const { language } = context;
    await sendSecurityNotice(trx, platform, { reader: user, what: 'passwordChanged', language });
    await announceChange(trx, { accessOf: [userId] });
  });
  await dropStaleFirstPassword(platform);
}

function atOldPassword(error: unknown, { language, text }: Words): unknown {
  if (!(error instanceof AppError) || error.key !== 'wrongPassword') return error;
  const message = text(language, 'errors.wrongPassword');
  return new AppError('wrongPassword', {}, [{ path: 'body.oldPassword', message }]);
}
