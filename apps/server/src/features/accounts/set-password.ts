import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { redactSecret } from '../outbox/index.ts';
import { initialPasswordSecret } from './initial-password.ts';
import { clearLocksOf } from './login-lock.ts';

export interface PasswordChange {
  userId: number;
  /** Of `hashPassword`, made before the transaction: hashes wait for each other, and a connection would wait with them. */
  passwordHash: string;
  /** Given by an administrator: works for one login within seven days, and nothing is open before it is changed. */
  initial: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Sets a password that was checked before, opens the locks of wrong tries, and takes an initial one out of its message. Sessions are
 * the caller's: `endSessionsOf`.
 */
export async function setPassword(
  trx: Transaction<Tables>,
  { userId, passwordHash, initial, now }: PasswordChange,
): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({
      passwordHash,
      passwordChangedAt: new Date(now),
      mustChangePassword: initial,
      initialPasswordUsed: false,
      weakPassword: false,
      // Whoever knew the former password may have begun with an app, which nobody was told of.
      totpSecret: sql<Buffer | null>`CASE WHEN totp_confirmed_at IS NULL THEN NULL ELSE totp_secret END`,
    })
    .where('id', '=', userId)
    .returning(['email', 'phone', 'userName'])
    .executeTakeFirstOrThrow();
  await clearLocksOf(trx, user);
  await redactSecret(trx, initialPasswordSecret(userId));
}
