import type { CodePurpose } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, mintToken } from '../../platform/tokens.ts';
import { proveCode } from './take-code.ts';

interface CodeCheck {
  /** Where the code was sent, as `contactOf` names it. */
  target: string;
  /** What the code was sent for; the newest code of the target where it is not said. */
  purpose: CodePurpose | undefined;
  code: string;
  address: string | null;
}

/**
 * Counts a try of a code without using the code up. Answers a token that proves the check to a later call; a check made after it
 * replaces it. Throws AppError: wrongCode, codeExpired.
 */
export async function checkCode(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { target, purpose: asked, code, address }: CodeCheck,
): Promise<string> {
  const purpose = asked ?? (await newestPurpose({ db }, target)) ?? 'register';
  const codeHash = await proveCode(db, { target, purpose, code, address, now: clock.now() });
  const proof = mintToken();
  await db
    .updateTable('verificationCodes')
    .set({ proofHash: hashToken(proof) })
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .execute();
  return proof;
}

async function newestPurpose({ db }: Pick<Platform, 'db'>, target: string): Promise<CodePurpose | undefined> {
  const newest = await db
    .selectFrom('verificationCodes')
    .select('purpose')
    .where('target', '=', target)
    .orderBy('sentAt', 'desc')
    .executeTakeFirst();
  return newest?.purpose as CodePurpose | undefined;
}
