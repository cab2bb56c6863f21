import type { Session } from '@sunfleet/contract';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { toAccount, usersWithOrganisation, type UserRow } from './account-view.ts';
import { clearAttempts, LOCK_MS, takeAttempt } from './login-lock.ts';
import { verifyPassword } from './passwords.ts';
import { openSession } from './sessions.ts';

export interface Credentials {
  /** E-mail, phone or user name. */
  account: string;
  password: string;
  remember: boolean;
}

type Caller = Pick<RequestContext, 'address'> & { userAgent: string | null };

/**
 * Signs in. An unknown account and a wrong password are the same answer after the same work.
 * Throws AppError: wrongCredentials, accountLocked.
 */
export async function login(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  input: Credentials,
): Promise<Session> {
  const now = platform.clock.now();
  const account = input.account.toLowerCase();
  const address = caller.address ?? '';
  if (!(await takeAttempt(platform.db, { account, address, now }))) {
    throw new AppError('accountLocked', { minutes: LOCK_MS / 60_000 });
  }
  const user = await findUser(platform, account);
  if (!(await verifyPassword(user?.passwordHash, input.password)) || !user) {
    throw new AppError('wrongCredentials');
  }
  await clearAttempts(platform.db, account, address);
  const tokens = await platform.db.transaction().execute(async (trx) => {
    const { remember } = input;
    const opened = await openSession(trx, { userId: user.id, ...caller, remember }, now);
    const entry = { action: 'accounts.login', objectType: 'user', objectId: user.id };
    await writeAudit(trx, { actor: actorOf(user), address: caller.address }, entry);
    return opened;
  });
  return { ...tokens, account: toAccount(user) };
}

/** User names hold no `@` and are not digits alone, so one text means one account. */
function findUser(platform: Pick<Platform, 'db'>, account: string): Promise<UserRow | undefined> {
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

function actorOf(user: UserRow): Actor {
  return {
    kind: 'user',
    userId: user.id,
    sessionId: null,
    role: user.role,
    organisationId: user.organisationId,
    organisationPath: null,
  };
}
