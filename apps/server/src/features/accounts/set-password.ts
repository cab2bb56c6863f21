import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { hashPassword } from './passwords.ts';

export interface NewPassword {
  userId: number;
  password: string;
  /** Given by an administrator: it works once and must be changed. */
  initial: boolean;
  /** Epoch milliseconds. */
  now: number;
}

/** Stores the hash of a new password. Whether it keeps the rules is the caller's question. */
export async function setPassword(trx: Transaction<Tables>, input: NewPassword): Promise<void> {
  const { userId, password, initial, now } = input;
  await trx
    .updateTable('users')
    .set({
      passwordHash: await hashPassword(password),
      passwordChangedAt: new Date(now),
      mustChangePassword: initial,
      initialPasswordUsed: false,
      weakPassword: false,
    })
    .where('id', '=', userId)
    .execute();
}
