import type { CodePurpose } from '@sunfleet/contract';
import { sql, type ExpressionBuilder, type ExpressionWrapper, type SqlBool, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { hashToken } from '../../platform/tokens.ts';
import { redactSecret } from '../outbox/index.ts';
import { verifyPassword } from './passwords.ts';

/**
 * How often a code may be typed from one network, right or wrong. The limit is per network, so that nobody uses up the tries of
 * a person elsewhere.
 */
export const CODE_TRIES = 5;
/**
 * How often in all. With the thirty codes a day that one account gets at most (`code-limits.ts`), whoever commands as many networks
 * as they like has 600 guesses a day at a million codes, 0.06 %; from a single network it is 150 guesses at most, and 50, 0.005 %,
 * without others who ask for codes too.
 */
export const CODE_TRIES_IN_ALL = 20;

export interface SentCode {
  /** Where the code was sent, as `contactOf` names it. */
  target: string;
  purpose: CodePurpose;
}

export interface CodeTry extends SentCode {
  code: string;
  /** Where the try comes from. */
  address: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** What a code in a message opens. */
export function codeSecret({ target, purpose }: SentCode): string {
  return `code: ${purpose} of ${target}`;
}

/**
 * Counts a try, which no failure after it takes back, and answers the code's hash where the code is right.
 * Throws AppError: wrongCode, and codeExpired where none was sent, it is over, or its tries are.
 */
export async function proveCode(db: Db, attempt: CodeTry): Promise<Buffer> {
  const tried = await db.transaction().execute((trx) => countTry(trx, attempt));
  if (!tried) throw new AppError('codeExpired');
  const { codeHash, left } = tried;
  if (!(await verifyPassword(codeHash.toString(), attempt.code.replaceAll(/\s/g, ''))))
    throw new AppError('wrongCode', { left });
  return codeHash;
}

/** The code and how many tries are left after this one; undefined where none was. Tries of one code wait for each other. */
async function countTry(
  trx: Transaction<Tables>,
  { target, purpose, address, now }: CodeTry,
): Promise<{ codeHash: Buffer; left: number } | undefined> {
  const sent = trx
    .selectFrom('verificationCodes')
    .select(['codeHash', 'tries'])
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', new Date(now))
    .where('tries', '<', CODE_TRIES_IN_ALL);
  const code = await sent.forUpdate().executeTakeFirst();
  if (!code) return undefined;
  const here = await trx
    .insertInto('codeTries')
    .values({ target, purpose, network: networkOf(address ?? ''), tries: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['target', 'purpose', 'network'])
        .doUpdateSet({ tries: sql`code_tries.tries + 1` })
        .where('codeTries.tries', '<', CODE_TRIES),
    )
    .returning('tries')
    .executeTakeFirst();
  if (!here) return undefined;
  const tries = code.tries + 1;
  await trx
    .updateTable('verificationCodes')
    .set({ tries })
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .execute();
  return { codeHash: code.codeHash, left: Math.min(CODE_TRIES - here.tries, CODE_TRIES_IN_ALL - tries) };
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
  return useUp(db, { sent: attempt, by: (code) => code('codeHash', '=', codeHash) }, work);
}

/**
 * As `takeCode`, for a code that was checked before: by the token that the check gave, as long as the code lives. A token is too long
 * to be guessed, so that tries are not counted. Throws AppError `codeExpired`.
 */
export async function takeProvenCode<T>(
  db: Db,
  { proof, now, ...sent }: SentCode & { proof: string; now: number },
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const by: Condition = (code) =>
    code.and([code('proofHash', '=', hashToken(proof)), code('expiresAt', '>', new Date(now))]);
  return useUp(db, { sent, by }, work);
}

type Condition = (
  code: ExpressionBuilder<Tables, 'verificationCodes'>,
) => ExpressionWrapper<Tables, 'verificationCodes', SqlBool>;

async function useUp<T>(
  db: Db,
  { sent, by }: { sent: SentCode; by: Condition },
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('verificationCodes')
      .where('target', '=', sent.target)
      .where('purpose', '=', sent.purpose)
      .where(by)
      .returning('target')
      .executeTakeFirst();
    if (!taken) throw new AppError('codeExpired');
    await redactSecret(trx, codeSecret(sent));
    return work(trx);
  });
}
