import type { CodePurpose } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { hashToken } from './tokens.ts';

/** Wrong tries before a code is worth nothing. */
const TRIES = 5;

export interface TypedCode {
  /** E-mail or phone in the form accounts keep them. */
  target: string;
  purpose: CodePurpose;
  code: string;
  now: number;
}

/** Uses a code that was sent up. Throws AppError: wrongCode, codeExpired. */
export async function takeCode(db: Db, { target, purpose, code, now }: TypedCode): Promise<void> {
  const row = await db
    .updateTable('verificationCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', new Date(now))
    .where('tries', '<', TRIES)
    .returning(['codeHash', 'tries'])
    .executeTakeFirst();
  if (!row) throw new AppError('codeExpired');
  if (!row.codeHash.equals(hashToken(`${target}:${purpose}:${code}`))) {
    throw new AppError('wrongCode', { left: TRIES - row.tries });
  }
  await db
    .deleteFrom('verificationCodes')
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .execute();
}
