import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/postgres/tables.ts';

/**
 * Ends orders that waited when a backup was made that is restored now. They were done or taken back since: a renewal would be paid once more, and a card that
 * works again be cut off.
 */
export async function endRestoredOrders(
  trx: Transaction<Tables>,
  { madeAt }: { madeAt: string },
): Promise<void> {
  await trx
    .updateTable('simRequests')
    .set({ state: 'failed', reason: `restored from a backup of ${madeAt}` })
    .where('state', '=', 'queued')
    .execute();
}
