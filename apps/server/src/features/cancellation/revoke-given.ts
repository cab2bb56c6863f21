import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Ends the grants somebody gave who is about to be erased: nobody could tell any more who they are from. */
export async function revokeGiven(trx: Transaction<Tables>, userId: number, now: number): Promise<void> {
  await trx
    .updateTable('grants')
    .set({ state: 'revoked', revokedAt: new Date(now) })
    .where('createdBy', '=', userId)
    .where('state', 'in', ['pending', 'accepted'])
    .execute();
}
