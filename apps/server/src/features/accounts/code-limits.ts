import type { CodePurpose } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { networkOf, siteOf } from '../../platform/network-of.ts';
import { NETWORKS_OF_A_SITE } from '../../platform/people-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Codes that one network may ask for to one contact in a day, so that it does not use up those of people elsewhere. */
const CODES_TO_TARGET_FROM_NETWORK = 10;
/**
 * Codes that go to one contact in a day: those that strangers ask for, and those from networks that the account knows, so that strangers do
 * not use up what the holder needs. Thirty together; `CODE_TRIES_IN_ALL` limits the guesses at them. Codes for registering have twenty of
 * their own: they open no account that there is.
 */
const CODES_FROM_STRANGERS = 20;
const CODES_FROM_KNOWN = 10;
/** Codes that one network asks for in an hour, and as many to register: many offices have one address. */
const CODES_FROM_NETWORK = 30;

/** Deletes codes that are over and requests that count no more. It runs alone, so that no two requests wait for each other's rows. */
export async function dropOldCodes(db: Db, now: number): Promise<void> {
  await sql`DELETE FROM verification_codes WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM verification_codes WHERE expires_at <= ${new Date(now)} FOR UPDATE SKIP LOCKED))`.execute(
    db,
  );
  await sql`DELETE FROM code_requests WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM code_requests WHERE at <= ${new Date(now - DAY_MS)} FOR UPDATE SKIP LOCKED))`.execute(
    db,
  );
}

interface Asked {
  target: string;
  purpose: CodePurpose;
  address: string | null;
  /** Whether the account of the contact was used from the network before. */
  isKnown: boolean;
  now: number;
}

/** Counts a code for its recipient and for the address that asks for it. Throws AppError `tooManyRequests`. */
export async function limitCodeRequests(
  trx: Transaction<Tables>,
  { target, purpose, address, isKnown, now }: Asked,
): Promise<void> {
  const use = purpose === 'register' ? ' to register' : '';
  const from = `from ${networkOf(address ?? '')}${use}`;
  const to = `to ${target}`;
  await count(trx, { subject: from, now, withinMs: HOUR_MS, most: CODES_FROM_NETWORK });
  const site = siteOf(address ?? undefined);
  // Whoever makes networks of an IPv6 site at will had codes sent by the hundred thousand, which the operator pays for. Of an account that was used from there
  // before neighbours keep nobody.
  if (site !== null && !isKnown) {
    const most = CODES_FROM_NETWORK * NETWORKS_OF_A_SITE;
    await count(trx, { subject: `from site ${site}${use}`, now, withinMs: HOUR_MS, most });
  }
  const daily = { now, withinMs: DAY_MS };
  await count(trx, { ...daily, subject: `${to} ${from}`, most: CODES_TO_TARGET_FROM_NETWORK });
  if (isKnown && use === '')
    await count(trx, { ...daily, subject: `${to} from known networks`, most: CODES_FROM_KNOWN });
  else await count(trx, { ...daily, subject: to + use, most: CODES_FROM_STRANGERS });
}

/** Forgets how often codes went to a contact. */
export async function forgetCodeRequests(trx: Transaction<Tables>, target: string): Promise<void> {
  await trx
    .deleteFrom('codeRequests')
    .where(sql<SqlBool>`subject = ${`to ${target}`} OR starts_with(subject, ${`to ${target} `})`)
    .execute();
}

interface Limit {
  subject: string;
  now: number;
  withinMs: number;
  most: number;
}

/** The lock lets requests of one subject wait for each other, so that none slips past the limit. */
async function count(trx: Transaction<Tables>, { subject, now, withinMs, most }: Limit): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx);
  const { asked } = await trx
    .selectFrom('codeRequests')
    .select((eb) => eb.fn.countAll<number>().as('asked'))
    .where('subject', '=', subject)
    .where('at', '>', new Date(now - withinMs))
    .executeTakeFirstOrThrow();
  if (asked >= most) throw new AppError('tooManyRequests');
  await trx
    .insertInto('codeRequests')
    .values({ subject, at: new Date(now) })
    .execute();
}
