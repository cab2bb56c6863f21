import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** What stands in a text where a code or password stood. */
export const REDACTED = '••••••';

/** Takes a secret out of every message that carries it: it was used or replaced. In the transaction that did so. */
export async function redactSecret(db: Db, of: string): Promise<void> {
  await redact(db, sql`secret_of = ${of}`);
}

/** Takes out the secrets that are over. */
export async function redactLapsed({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  await redact(
    db,
    sql`id = ANY(ARRAY(SELECT id FROM outbox WHERE secret_until <= ${now} FOR UPDATE SKIP LOCKED))`,
  );
}

/** The message stays with its other words. One that still waits has nothing left to tell and is not sent any more. */
async function redact(db: Db, which: RawBuilder<SqlBool>): Promise<void> {
  await sql`UPDATE outbox SET
      body = coalesce(replace(body, secret, ${REDACTED}), ''), secret = NULL, secret_of = NULL, secret_until = NULL,
      asked_from = NULL, redacted = true, state = CASE state WHEN 'waiting' THEN 'failed' ELSE state END, next_try_at = NULL
    WHERE ${which}`.execute(db);
}
