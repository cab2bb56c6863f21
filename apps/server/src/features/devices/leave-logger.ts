import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Takes off a logger what hangs on it, except what is in the station that it comes into. No other logger speaks for these until a person accepts
 * them there. Answers the devices that left.
 */
export async function leaveLogger(
  trx: Transaction<Tables>,
  loggerId: number,
  { stationId }: { stationId?: number } = {},
): Promise<number[]> {
  const left = await trx
    .updateTable('devices')
    .set({ parentId: null, loggerSpeaks: false })
    .where('parentId', '=', loggerId)
    .$if(stationId !== undefined, (some) => some.where('stationId', 'is distinct from', stationId!))
    .returning('id')
    .execute();
  return left.map(({ id }) => id);
}
