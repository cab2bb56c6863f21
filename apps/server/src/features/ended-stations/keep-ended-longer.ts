import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Lets every ended station wait its whole time from now on, because nobody can have brought one back in a past that was restored. */
export async function keepEndedLonger(trx: Transaction<Tables>, now: number): Promise<void> {
  await trx
    .updateTable('stations')
    .set({ endedAt: new Date(now) })
    .where('endedAt', 'is not', null)
    .execute();
}
