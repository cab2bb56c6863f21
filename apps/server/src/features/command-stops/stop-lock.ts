import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

const STOP_LOCK = sql`hashtext('commands.stop')`;

/** A column of another statement that keeps stops waiting until the transaction ends. */
export const holdingStops: RawBuilder<unknown> = sql`pg_advisory_xact_lock_shared(${STOP_LOCK})`;

/**
 * Keeps stops waiting until the transaction ends. It is the last that a transaction locks: a stop has to wait for moments only, and one waits for nothing
 * else while it holds others back.
 */
export async function holdStops(trx: Db): Promise<void> {
  await sql`SELECT ${holdingStops}`.execute(trx);
}

/** Waits until what is being marked as sent is sent, and what is leaving has left, and keeps everything else from it until the transaction ends. */
export async function holdSending(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${STOP_LOCK})`.execute(trx);
}
