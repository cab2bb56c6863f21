import type { LoginResult, Session } from '@sunfleet/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import { systemActor, type Actor } from '../../platform/actor.ts';
import { auditRow } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { LoginsTable, LoginTicketsTable } from '../../platform/postgres/tables/accounts.ts';
import type { AuditLogTable } from '../../platform/postgres/tables/audit.ts';
import type { SessionsTable } from '../../platform/postgres/tables/sessions.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import { toAccount, type UserRow } from './account-view.ts';
import { clearAttempts, clearing, type Attempt } from './login-lock.ts';
import { droppingOver, mintTokens, sessionRow } from './sessions.ts';
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
  /** The count of attempts that is taken back once the password was right. */
  attempt?: Attempt;
}

/** Of logins that count no passwords: no such row exists. */
const NO_ATTEMPT: Attempt = { account: '', address: '' };

/** How long somebody may look for the second factor. */
export const TICKET_MS = 5 * 60_000;

/**
 * Goes on after a password or code was right: a session, or a ticket where the account has a second factor.
 * Throws AppError: `accountDisabled` for a locked account, `wrongCredentials` for one that was locked, erased or given another password on the way.
 */
export async function finishLogin(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  login: ProvenLogin & { method: 'password' | 'code' },
): Promise<LoginResult> {
  const { user, method, attempt } = login;
  if (!user.secondFactor) return openLogin(platform, caller, login);
  refuseLocked(user);
  if (attempt) await clearAttempts(platform.db, attempt);
  const ticket = mintToken();
  const now = platform.clock.now();
  const kept = await keepTicket(platform.db, user, {
    ticketHash: hashToken(ticket),
    method,
    expiresAt: new Date(now + TICKET_MS),
  });
  if (!kept) throw new AppError('wrongCredentials');
  await noteLogin(platform, caller, { userId: user.id, method, outcome: 'secondFactorAsked' });
  return { secondFactor: { ticket } };
}

/**
 * Keeps a ticket while the account has the password that was read. Whoever sets another one or locks the account waits for it and deletes it, or comes
 * first, and then there is none: it would open the account by a password of before.
 */
async function keepTicket(
  db: Db,
  { id, passwordHash }: UserRow,
  {
    ticketHash,
    method,
    expiresAt,
  }: Pick<Selectable<LoginTicketsTable>, 'ticketHash' | 'method' | 'expiresAt'>,
): Promise<boolean> {
  const written = await db
    .insertInto('loginTickets')
    .columns(['userId', 'ticketHash', 'method', 'expiresAt'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ val }) => [
          'users.id',
          val(ticketHash).as('ticketHash'),
          val(method).as('method'),
          val(expiresAt).as('expiresAt'),
        ])
        .where('users.id', '=', id)
        .where('users.passwordHash', '=', passwordHash)
        .where('users.lockedAt', 'is', null)
        .forShare(),
    )
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/**
 * Opens the session of somebody who proved every factor. Throws AppError: accountDisabled for a locked account, wrongCredentials
 * for one that was locked, erased or given another password on the way.
 */
export async function openLogin(
  platform: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  { user, method, remember, attempt = NO_ATTEMPT }: ProvenLogin,
): Promise<Session> {
  refuseLocked(user);
  const now = platform.clock.now();
  const { id: userId, passwordHash } = user;
  const entry = {
    action: 'accounts.login',
    objectType: 'user',
    objectId: userId,
    after: { method },
  } as const;
  const tokens = mintTokens(now);
  // A code proves nothing but that somebody reads the messages; with the second factor it does.
  const provenAt = method === 'code' && !user.secondFactor ? null : new Date(now);
  const written = await writeLogin(platform.db, {
    proven: { userId, passwordHash },
    attempt,
    at: new Date(now),
    login: { userId, method, outcome: 'success', ...caller, at: new Date(now) },
    session: sessionRow({ userId, ...caller, remember, provenAt }, tokens, now),
    audit: auditRow({ actor: authorOf(user), address: caller.address }, entry),
  });
  if (written.numAffectedRows === 0n) throw new AppError('wrongCredentials');
  return { ...tokens, account: toAccount(user) };
}

interface LoginWrite {
  proven: { userId: number; passwordHash: string };
  attempt: Attempt;
  at: Date;
  login: Insertable<LoginsTable>;
  session: Insertable<SessionsTable>;
  audit: Insertable<AuditLogTable>;
}

/** Open sessions of one account; the oldest ends where another one is opened. */
const MOST_SESSIONS = 200;

/**
 * Writes a login in one statement, so that fifty people who sign in at the same moment wait for little but the hashing of their
 * passwords. The statement locks the account's row: whoever locks the account or sets its password at that moment ends its sessions
 * afterwards, the new one too. Where that happened before, or the account is gone, no row is written.
 */
const writeLogin = prepare('write_login', (db, rows: LoginWrite) =>
  db
    .with('held', (query) =>
      query
        .updateTable('users')
        .set({ lastLoginAt: rows.at })
        .where('id', '=', rows.proven.userId)
        .where('lockedAt', 'is', null)
        .where('passwordHash', '=', rows.proven.passwordHash)
        .returning('id'),
    )
    .with('cleared', () => clearing(db, rows.attempt))
    .with('over', () => droppingOver(db, rows.at))
    .with('crowded', (query) =>
      query
        .deleteFrom('sessions')
        .where(
          'id',
          'in',
          sql<number>`(SELECT id FROM sessions WHERE user_id = (SELECT id FROM held) ORDER BY id DESC OFFSET ${MOST_SESSIONS - 1})`,
        ),
    )
    .with('noted', (query) =>
      query.insertInto('logins').columns(namesOf(rows.login)).expression(ifHeld(rows.login)),
    )
    .with('opened', (query) =>
      query.insertInto('sessions').columns(namesOf(rows.session)).expression(ifHeld(rows.session)),
    )
    .insertInto('auditLog')
    .columns(namesOf(rows.audit))
    .expression(ifHeld(rows.audit)),
);

function namesOf<Row extends object>(row: Row): (keyof Row)[] {
  return Object.keys(row) as (keyof Row)[];
}

/** Selects the values of a row, but only if the statement's part `held` found the account. */
function ifHeld(row: object) {
  const values = sql.join(Object.values(row).map((value) => sql.val(value)));
  return sql<never>`SELECT ${values} FROM held`;
}

export interface LoginNote {
  userId: number;
  method: ProvenLogin['method'];
  outcome: LoginsTable['outcome'];
  /** Epoch milliseconds; absent: now. */
  at?: number;
}

/** Writes a line of the account's login history. */
export async function noteLogin(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  caller: Caller,
  { at = clock.now(), ...note }: LoginNote,
): Promise<void> {
  await db
    .insertInto('logins')
    .values({ ...note, ...caller, at: new Date(at) })
    .execute();
}

function refuseLocked(user: UserRow): void {
  if (user.lockedAt) throw new AppError('accountDisabled');
}

/** The author of entries in the audit log for a user who has proved who they are but has no session yet. */
export function authorOf(user: Pick<UserRow, 'id' | 'role' | 'organisationId'>): Actor {
  const { id: userId, role, organisationId } = user;
  return { ...systemActor, kind: 'user', userId, role, organisationId };
}
