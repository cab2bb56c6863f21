import { sql } from 'kysely';
import type { Db } from './client.ts';

/** A third of the time after which the database ends a transaction that asks nothing of it. */
const BEAT_MS = 5000;

/**
 * Keeps a transaction while the work reads elsewhere and computes, however slow the machine is: the database is asked something now and then. A server
 * that stands still asks nothing, so what it has locked is free for others as soon as ever.
 */
export async function stayAwake<T>(trx: Db, work: () => Promise<T>, beatMs = BEAT_MS): Promise<T> {
  let beat: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // What is wrong with the connection the work hears from its own statements.
    beat = sql`SELECT 1`.execute(trx).catch(() => undefined);
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await beat;
  }
}
