import type { LoginResult, Session } from '@sunfleet/contract';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { auditRow } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { toAccount, type UserRow } from './account-view.ts';
import { mintTokens, sessionRow } from './sessions.ts';
import { hashToken, mintToken } from '../../platform/tokens.ts';

/** Where a login comes from. */
export interface Caller {
  address: string | null;
  userAgent: string | null;
}

export interface ProvenLogin {
  user: UserRow;
  /** What proved who it is. */
  method: 'password' | 'code' | 'passkey' | 'register';
  remember: boolean;
}

/** How long somebody may look for the second factor. */
export const TICKET_MS = 5 * 60_000;

/**
 * Goes on after a password or code was right: a session, or a ticket where the account has a second factor.
 * Throws AppError `accountDisabled` for a locked account.
 */
export async function finishLogin(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  login: ProvenLogin & { method: 'password' | 'code' },
): Promise<LoginResult> {
  const { user, method } = login;
  if (!user.secondFactor) return openLogin(platform, caller, login);
  refuseLocked(user);
  const ticket = mintToken();
  const now = platform.clock.now();
  await platform.db
    .insertInto('loginTickets')
    .values({ ticketHash: hashToken(ticket), userId: user.id, method, expiresAt: new Date(now + TICKET_MS) })
    .execute();
  await noteLogin(platform, caller, { userId: user.id, method, outcome: 'secondFactorAsked' });
  return { secondFactor: { ticket } };
}

/** Opens the session of somebody who proved every factor. Throws AppError `accountDisabled` for a locked account. */
export async function openLogin(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  { user, method, remember }: ProvenLogin,
): Promise<Session> {
  refuseLocked(user);
  const now = platform.clock.now();
  const at = new Date(now);
  const userId = user.id;
  const tokens = mintTokens(now);
  const entry = { action: 'accounts.login', objectType: 'user', objectId: userId, after: { method } };
  // One statement: fifty people who come at the same moment wait for nothing but their own.
  await platform.db
    .with('over', (query) => query.deleteFrom('sessions').where('refreshExpiresAt', '<=', at))
    .with('seen', (query) => query.updateTable('users').set({ lastLoginAt: at }).where('id', '=', userId))
    .with('noted', (query) =>
      query.insertInto('logins').values({ userId, method, outcome: 'success', ...caller, at }),
    )
    .with('opened', (query) =>
      query.insertInto('sessions').values(sessionRow({ userId, ...caller, remember }, tokens, now)),
    )
    .insertInto('auditLog')
    .values(auditRow({ actor: actorOf(user), address: caller.address }, entry))
    .execute();
  return { ...tokens, account: toAccount(user) };
}

export interface LoginNote {
  userId: number;
  method: ProvenLogin['method'];
  outcome: 'success' | 'wrongPassword' | 'wrongCode' | 'locked' | 'secondFactorAsked';
}

/** Writes a line of the account's login history. */
export async function noteLogin(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  note: LoginNote,
): Promise<void> {
  await db
    .insertInto('logins')
    .values({ ...note, ...caller, at: new Date(clock.now()) })
    .execute();
}

function refuseLocked(user: UserRow): void {
  if (user.lockedAt) throw new AppError('accountDisabled');
}

/** Who acts, in the audit log, where somebody proved to be a user without a session. */
export function actorOf(user: Pick<UserRow, 'id' | 'role' | 'organisationId'>): Actor {
  const { id: userId, role, organisationId } = user;
  return { ...systemActor, kind: 'user', userId, role, organisationId };
}
