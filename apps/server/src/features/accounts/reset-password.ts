import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findByContact, type Contact } from './contact.ts';
import { dropStaleFirstPassword } from './ensure-admin.ts';
import { authorOf } from './finish-login.ts';
import { checkNewPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { revokeProofs } from './revoke-proofs.ts';
import { endSessionsOf } from './sessions.ts';
import { sendSecurityNotice } from './security-notice.ts';
import { setPassword } from './set-password.ts';
import { takeCode, takeProvenCode } from './take-code.ts';

export interface PasswordReset {
  contact: Contact;
  /** The code, or the proof that it was checked. */
  by: { code: string } | { proof: string };
  password: string;
}

/**
 * Sets a new password by a code that was sent for it. Every session, API key and passkey of the account ends, and locks after
 * wrong passwords open. A second factor stays. The holder of the account gets a message.
 * Throws AppError: wrongCode, codeExpired, invalidInput for a password that breaks a rule.
 */
export async function resetPassword(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'config'>,
  context: RequestContext,
  { contact, by, password }: PasswordReset,
): Promise<void> {
  const { db, clock, text } = platform;
  await checkNewPassword(password, { language: context.language, text });
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const { address, language } = context;
  const sent = { target: contact.target, purpose: 'resetPassword', now } as const;
  const set = async (trx: Transaction<Tables>) => {
    const user = await findByContact(trx, contact);
    if (!user) throw new AppError('codeExpired');
    await setPassword(trx, { userId: user.id, passwordHash, initial: false, now });
    await endSessionsOf(trx, user.id);
    const before = await revokeProofs(trx, user.id);
    const entry = {
      action: 'accounts.resetPassword',
      objectType: 'user',
      objectId: user.id,
      before,
    } as const;
    await writeAudit(trx, { actor: authorOf(user), address }, entry);
    await sendSecurityNotice(trx, platform, { reader: user, what: 'passwordChanged', language });
    await announceChange(trx, { accessOf: [user.id] });
  };
  if ('code' in by) await takeCode(db, { ...sent, code: by.code, address }, set);
  else await takeProvenCode(db, { ...sent, proof: by.proof }, set);
  await dropStaleFirstPassword(platform);
}
