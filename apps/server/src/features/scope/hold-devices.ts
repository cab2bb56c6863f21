import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Makes whoever gives devices or their stations away wait until the transaction ends. The caller judges the devices before, so that nobody waits for
 * who may do nothing with them, and again after it: they may have gone while it waited.
 */
export async function holdDevices(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // Stations before devices, as where a station goes to somebody else with all of them.
  await sql`SELECT id FROM stations WHERE id IN (SELECT station_id FROM devices WHERE id = ANY(${[...ids]}::bigint[])) ORDER BY id FOR SHARE`.execute(
    trx,
  );
  await sql`SELECT id FROM devices WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    trx,
  );
}
