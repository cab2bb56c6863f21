import { randomInt } from 'node:crypto';
import type { CodePurpose, Language, routes, RouteOutput } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { networkOf, siteOf } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { deliveryBy, redactSecret, sendMessage } from '../outbox/index.ts';
import { languageOf } from '../../platform/text.ts';
import { dropOldCodes, limitCodeRequests } from './code-limits.ts';
import { findByContact, type Contact } from './contact.ts';
import { knowsNetwork } from './login-delay.ts';
import { hashPassword } from './passwords.ts';
import { codeSecret } from './take-code.ts';

const MINUTE_MS = 60_000;
export const CODE_MS = 10 * MINUTE_MS;
/** A code goes to the same contact for the same purpose this often at most. */
export const RESEND_MS = MINUTE_MS;

/** No account has this id. What is asked of an account is asked of this one, too, and takes as long. */
const NOBODY = 0;

/** Purposes for which a code goes to contacts of accounts only. */
const NEEDS_ACCOUNT: ReadonlySet<CodePurpose> = new Set(['login', 'resetPassword', 'cancelAccount']);

export interface CodeRequest {
  contact: Contact;
  purpose: CodePurpose;
  /** Language of a message to somebody without an account; an account has its own. */
  language: Language;
  address: string | null;
}

/**
 * Sends a code. Without an account nothing is sent, but neither the answer nor the time it takes shows that: a code is made, kept
 * and counted all the same, a message is written and taken back, and the answer names the way of messages from the server's settings alone. Codes are kept as argon2
 * hashes, because a fast hash of six digits is quickly undone.
 * Throws AppError: codeTooSoon, tooManyRequests.
 */
export async function sendCode(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  { contact, purpose, language, address }: CodeRequest,
): Promise<RouteOutput<(typeof routes)['sendValidateCode']>> {
  const { target, channel } = contact;
  const now = clock.now();
  const secret = { of: codeSecret({ target, purpose }), until: now + CODE_MS };
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const [account, codeHash] = await Promise.all([findByContact(db, contact), hashPassword(code)]);
  const network = networkOf(address ?? '');
  const isKnown = await knowsNetwork(db, { userId: account?.id ?? NOBODY, network, now });
  await dropOldCodes(db, now);
  await db.transaction().execute(async (trx) => {
    await keepCode(trx, { target, purpose, codeHash: Buffer.from(codeHash), now });
    await limitCodeRequests(trx, { target, purpose, address, isKnown, now });
    await redactSecret(trx, secret.of);
    await sql`SAVEPOINT unsent`.execute(trx);
    await sendMessage(trx, {
      channel,
      to: target,
      template: purpose,
      language: languageOf(account?.language ?? null, language),
      values: { code, minutes: CODE_MS / MINUTE_MS },
      secret,
      now,
      askedFrom: siteOf(address ?? undefined),
    });
    const isNobody = NEEDS_ACCOUNT.has(purpose) && !account;
    await (isNobody ? sql`ROLLBACK TO SAVEPOINT unsent` : sql`RELEASE SAVEPOINT unsent`).execute(trx);
  });
  return {
    resendAfterSeconds: RESEND_MS / 1000,
    validForSeconds: CODE_MS / 1000,
    delivery: deliveryBy(config, channel),
  };
}

interface MadeCode {
  target: string;
  purpose: CodePurpose;
  codeHash: Buffer;
  now: number;
}

/** Keeps the code instead of the one before, whose tries count no more. Throws AppError `codeTooSoon`. */
async function keepCode(
  trx: Transaction<Tables>,
  { target, purpose, codeHash, now }: MadeCode,
): Promise<void> {
  const values = {
    codeHash,
    tries: 0,
    sentAt: new Date(now),
    expiresAt: new Date(now + CODE_MS),
    proofHash: null,
  };
  const kept = await trx
    .insertInto('verificationCodes')
    .values({ target, purpose, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['target', 'purpose'])
        .doUpdateSet(values)
        .where('verificationCodes.sentAt', '<=', new Date(now - RESEND_MS)),
    )
    .returning('target')
    .executeTakeFirst();
  if (!kept) throw new AppError('codeTooSoon', { seconds: await secondsLeft(trx, { target, purpose, now }) });
  await trx.deleteFrom('codeTries').where('target', '=', target).where('purpose', '=', purpose).execute();
}

async function secondsLeft(
  trx: Transaction<Tables>,
  { target, purpose, now }: Omit<MadeCode, 'codeHash'>,
): Promise<number> {
  const { sentAt } = await trx
    .selectFrom('verificationCodes')
    .select('sentAt')
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return Math.max(1, Math.ceil((sentAt.getTime() + RESEND_MS - now) / 1000));
}
