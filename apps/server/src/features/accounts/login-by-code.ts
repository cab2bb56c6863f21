import type { LoginResult } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Later } from '../../platform/http/after-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { findByContact, type Contact } from './contact.ts';
import { finishLogin, noteLogin, type Caller } from './finish-login.ts';
import { takeCode } from './take-code.ts';

export interface CodeLogin {
  contact: Contact;
  code: string;
  remember: boolean;
}

/**
 * Signs in with a code that was sent for it. For a contact without an account no code is right.
 * Throws AppError: wrongCode, codeExpired, accountDisabled.
 */
export async function loginByCode(
  platform: Pick<Platform, 'db' | 'clock'>,
  { caller, later }: { caller: Caller; later: Later },
  { contact, code, remember }: CodeLogin,
): Promise<LoginResult> {
  const { db, clock } = platform;
  const { address } = caller;
  const attempt = { target: contact.target, purpose: 'login', code, address, now: clock.now() } as const;
  try {
    const user = await takeCode(db, attempt, (trx) => findByContact(trx, contact));
    if (!user) throw new AppError('codeExpired');
    return await finishLogin(platform, caller, { user, method: 'code', remember });
  } catch (error) {
    // Not before the answer, whose time would tell whether there is such an account.
    if (error instanceof AppError && error.key === 'wrongCode')
      later(() => noteWrongCode(platform, caller, contact));
    throw error;
  }
}

async function noteWrongCode(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  contact: Contact,
): Promise<void> {
  const user = await findByContact(platform.db, contact);
  if (user) await noteLogin(platform, caller, { userId: user.id, method: 'code', outcome: 'wrongCode' });
}
