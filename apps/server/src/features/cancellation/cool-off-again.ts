import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Lets every account that is to be erased cool off anew, because in a past that was restored nobody can have thought better of it. */
export async function coolOffAgain(trx: Transaction<Tables>, now: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ cancelRequestedAt: new Date(now) })
    .where('cancelRequestedAt', 'is not', null)
    .execute();
}
