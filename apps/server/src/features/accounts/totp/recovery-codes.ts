import { randomBytes } from 'node:crypto';
import type { Db } from '../../../platform/postgres/client.ts';
import { hashToken } from '../../../platform/tokens.ts';

const HOW_MANY = 10;
/** Without `i`, `l`, `o` and `u`, which are read wrongly; 32 letters, five bits each. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten codes of 80 bits in groups of four. Those made before are worth nothing from then on. */
export async function replaceRecoveryCodes(trx: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, mintRecoveryCode);
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await trx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })))
    .execute();
  return codes;
}

/** Uses a recovery code up; false where it is none of the account's or was used before. */
export async function useRecoveryCode(
  db: Db,
  { userId, code, now }: { userId: number; code: string; now: number },
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: new Date(now) })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashRecoveryCode(code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

function mintRecoveryCode(): string {
  const letters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Groups and capitals do not matter when somebody types a code. */
function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''));
}
