import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { redactSecret } from '../outbox/index.ts';
import { initialPasswordSecret } from './initial-password.ts';
import { clearLocksOf } from './login-lock.ts';
import { hashPassword } from './passwords.ts';

export interface PasswordChange {
  userId: number;
  password: string;
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
  { userId, password, initial, now }: PasswordChange,
): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set({
      passwordHash: await hashPassword(password),
      passwordChangedAt: new Date(now),
      mustChangePassword: initial,
      initialPasswordUsed: false,
      weakPassword: false,
    })
    .where('id', '=', userId)
    .returning(['email', 'phone', 'userName'])
    .executeTakeFirstOrThrow();
  await clearLocksOf(trx, user);
  await redactSecret(trx, initialPasswordSecret(userId));
}
