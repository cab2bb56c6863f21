import { sql } from 'kysely';
import type { Db } from './client.ts';

/**
 * Does work in which the database looks rows up along indexes, also where it takes a few objects for the holders of most rows of a table: it would go through the
 * whole table for each object that has none. In the transaction of the caller where there is one.
 */
export async function byIndex<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (!db.isTransaction) return db.transaction().execute((trx) => byIndex(trx, work));
  await letScan(db, false);
  const done = await work(db);
  await letScan(db, true);
  return done;
}

async function letScan(trx: Db, whole: boolean): Promise<void> {
  await sql`SELECT set_config('enable_seqscan', ${whole ? 'on' : 'off'}, true)`.execute(trx);
}
