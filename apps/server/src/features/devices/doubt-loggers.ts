import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Believes nothing any more of the connections of loggers, because they have another owner now: whoever reported with the serial number before
 * has proved nothing to that one, and the addresses that the one before allowed are forgotten.
 */
export async function doubtLoggers(trx: Transaction<Tables>, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return;
  await trx
    .updateTable('loggerConnections')
    .set({ trustedNetwork: null, doubt: 'first', doubtedSince: sql<Date>`now()`, allowedNetworks: [] })
    .where('deviceId', '=', sql<number>`ANY(${[...deviceIds]})`)
    .execute();
}
