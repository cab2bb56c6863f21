import type { FoundAddress } from '@sunfleet/contract';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** An answer of the service, and when it came. */
export interface KeptAddresses {
  places: FoundAddress[];
  askedAt: number;
}

/** What an answer is kept by: the question is not kept itself. Another service, or another way to read it, answers otherwise. */
export function keyOfSearch(parts: { url: string; layout: object; query: string; language: string }): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

export async function keptAddresses(db: Db, key: Buffer, since: number): Promise<KeptAddresses | undefined> {
  const row = await db
    .selectFrom('addressAnswers')
    .select(['places', 'askedAt'])
    .where('key', '=', key)
    .where('askedAt', '>', new Date(since))
    .executeTakeFirst();
  return row && { places: row.places, askedAt: row.askedAt.getTime() };
}

/** Keeps an answer, and forgets some of those that are too old. */
export async function keepAddresses(
  db: Db,
  key: Buffer,
  { places, askedAt, since }: KeptAddresses & { since: number },
): Promise<void> {
  await sql`DELETE FROM address_answers WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM address_answers WHERE asked_at <= ${new Date(since)} LIMIT 1000 FOR UPDATE SKIP LOCKED))`.execute(
    db,
  );
  const answer = { places: JSON.stringify(places), askedAt: new Date(askedAt) };
  await db
    .insertInto('addressAnswers')
    .values({ key, ...answer })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(answer))
    .execute();
}
