import { sql, type ExpressionBuilder, type Selectable, type Transaction } from 'kysely';
import type { UsersTable } from '../../platform/postgres/tables/accounts.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { leaveGranted } from '../alarm-shields/index.ts';
import { forgetUnasked } from '../outbox/index.ts';
import { forgetCodeRequests } from './code-limits.ts';
import { passwordSubject } from './settings/own-account.ts';
import { factorSubject } from './totp/check-factor.ts';

type ErasedUser = Pick<Selectable<UsersTable>, 'id' | 'email' | 'phone' | 'userName' | 'userCode'>;

/**
 * Deletes an account with its sessions, keys, passkeys, codes, login history, grants to it and messages to it. Grants it gave are
 * revoked, because their giver is gone. Its invitations go too; imports it ran stay without a name. The audit log keeps the bare
 * number of the account, so that its entries still belong together but no longer show a person. The caller has decided what
 * becomes of the stations before.
 */
export async function eraseUser(trx: Transaction<Tables>, id: number, now: number): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'userName', 'userCode'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const ended = await trx
    .updateTable('grants')
    .set({ state: 'revoked', revokedAt: new Date(now) })
    .where((eb) => eb.or([eb('createdBy', '=', id), eb('toUserId', '=', id)]))
    .where('state', 'in', ['pending', 'accepted'])
    .returning('id')
    .execute();
  await leaveGranted(trx, { grantIds: ended.map((grant) => grant.id), now, by: null });
  await trx.deleteFrom('invites').where('createdBy', '=', id).execute();
  await trx.updateTable('imports').set({ userId: null }).where('userId', '=', id).execute();
  // That and when a dispute was answered stays; the words are the person's.
  await trx.updateTable('disputes').set({ answer: null }).where('answeredBy', '=', id).execute();
  await forgetContacts(trx, user);
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** What is kept by e-mail, phone or user name instead of by account. */
async function forgetContacts(trx: Transaction<Tables>, user: ErasedUser): Promise<void> {
  const contacts = [user.email, user.phone].filter((contact) => contact !== null);
  const names = [...contacts, user.userName].filter((name) => name !== null);
  const subjects = [...names, passwordSubject(user.id), factorSubject(user.id)];
  await trx.deleteFrom('loginFailures').where('account', 'in', subjects).execute();
  await forgetOffers(trx, [...names, user.userCode.toLowerCase()]);
  if (contacts.length === 0) return;
  await trx.deleteFrom('verificationCodes').where('target', 'in', contacts).execute();
  for (const contact of contacts) {
    await forgetCodeRequests(trx, contact);
    await forgetUnasked(trx, contact);
  }
  await trx.deleteFrom('outbox').where('recipient', 'in', contacts).execute();
  await trx.deleteFrom('invites').where('email', 'in', contacts).execute();
  await trx.deleteFrom('invites').where('phone', 'in', contacts).execute();
}

/** What others typed to offer something to the person: offers that nobody can take any more go, the others lose the text. */
async function forgetOffers(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
  for (const table of ['grants', 'handOvers'] as const) {
    const typed = (eb: ExpressionBuilder<Tables, typeof table>) => eb('toAccount', 'in', names);
    await trx.deleteFrom(table).where(typed).where('toUserId', 'is', null).execute();
    await trx.updateTable(table).set({ toAccount: null }).where(typed).execute();
  }
  await sql`UPDATE users SET cancel_choices = (
      SELECT jsonb_agg(CASE WHEN choice->>'to' = ANY(${names}) THEN choice || '{"to": null}' ELSE choice END ORDER BY at)
        FROM jsonb_array_elements(cancel_choices) WITH ORDINALITY AS one(choice, at))
    WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(cancel_choices) choice WHERE choice->>'to' = ANY(${names}))`.execute(
    trx,
  );
}
