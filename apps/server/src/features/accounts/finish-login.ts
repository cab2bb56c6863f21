import type { LoginResult, Session } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { auditRow } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
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

/** Opens the session of somebody who proved every factor. Throws AppError: accountDisabled for a locked account, wrongCredentials
 * for one that was locked, erased or given another password on the way. */
export async function openLogin(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  { user, method, remember }: ProvenLogin,
): Promise<Session> {
  refuseLocked(user);
  const now = platform.clock.now();
  const at = new Date(now);
  const userId = user.id;
  const entry = { action: 'accounts.login', objectType: 'user', objectId: userId, after: { method } };
  const tokens = await platform.db.transaction().execute(async (trx) => {
    await holdUnchanged(trx, user, now);
    const opened = mintTokens(now);
    // One statement: fifty people who come at the same moment wait for little but their passwords.
    await trx
      .with('over', (query) => query.deleteFrom('sessions').where('refreshExpiresAt', '<=', at))
      .with('noted', (query) =>
        query.insertInto('logins').values({ userId, method, outcome: 'success', ...caller, at }),
      )
      .with('opened', (query) =>
        query.insertInto('sessions').values(sessionRow({ userId, ...caller, remember }, opened, now)),
      )
      .insertInto('auditLog')
      .values(auditRow({ actor: authorOf(user), address: caller.address }, entry))
      .execute();
    return opened;
  });
  return { ...tokens, account: toAccount(user) };
}

/**
 * Holds the account while its session is opened. Whoever locks it or sets its password ends its sessions after that, so that none
 * slips through by what was proven before. Throws AppError `wrongCredentials` where that happened already, or it is gone.
 */
async function holdUnchanged(trx: Transaction<Tables>, user: UserRow, now: number): Promise<void> {
  const held = await trx
    .updateTable('users')
    .set({ lastLoginAt: new Date(now) })
    .where('id', '=', user.id)
    .where('lockedAt', 'is', null)
    .where('passwordHash', '=', user.passwordHash)
    .returning('id')
    .executeTakeFirst();
  if (!held) throw new AppError('wrongCredentials');
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
export function authorOf(user: Pick<UserRow, 'id' | 'role' | 'organisationId'>): Actor {
  const { id: userId, role, organisationId } = user;
  return { ...systemActor, kind: 'user', userId, role, organisationId };
}
