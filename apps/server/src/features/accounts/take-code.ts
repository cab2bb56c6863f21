import type { CodePurpose } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { verifyPassword } from './passwords.ts';

/** How often a code may be typed, right or wrong. */
export const CODE_TRIES = 5;

export interface CodeTry {
  /** Where the code was sent, as `contactOf` names it. */
  target: string;
  purpose: CodePurpose;
  code: string;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Counts a try, which no failure after it takes back, and answers the code's hash where the code is right.
 * Throws AppError: wrongCode, and codeExpired where none was sent, it is over, or its tries are.
 */
export async function proveCode(db: Db, { target, purpose, code, now }: CodeTry): Promise<Buffer> {
  const row = await db
    .updateTable('verificationCodes')
    .set({ tries: sql`tries + 1` })
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', new Date(now))
    .where('tries', '<', CODE_TRIES)
    .returning(['codeHash', 'tries'])
    .executeTakeFirst();
  if (!row) throw new AppError('codeExpired');
  if (!(await verifyPassword(row.codeHash.toString(), code.replaceAll(/\s/g, '')))) {
    throw new AppError('wrongCode', { left: CODE_TRIES - row.tries });
  }
  return row.codeHash;
}

/**
 * Does what a code allows in one transaction with using the code up: both happen, or the code stays good. A wrong code is counted
 * before that transaction begins, so that it stays counted. Throws AppError: wrongCode, codeExpired.
 */
export async function takeCode<T>(
  db: Db,
  attempt: CodeTry,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const codeHash = await proveCode(db, attempt);
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('verificationCodes')
      .where('target', '=', attempt.target)
      .where('purpose', '=', attempt.purpose)
      .where('codeHash', '=', codeHash)
      .returning('target')
      .executeTakeFirst();
    if (!taken) throw new AppError('codeExpired');
    return work(trx);
  });
}
