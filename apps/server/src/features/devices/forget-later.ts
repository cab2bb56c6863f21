import type { Transaction } from 'kysely';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** What a device measured until now is to be deleted: it left its owner. */
export async function forgetLater(
  trx: Transaction<Tables>,
  { deviceId, sn, now }: { deviceId: number; sn: string; now: number },
): Promise<void> {
  const freedAt = new Date(now);
  await trx
    .insertInto('devicesToForget')
    .values({ deviceId, sn, freedAt, keptFrom: null })
    .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ freedAt, keptFrom: null }))
    .execute();
  await addJob(trx, 'devices.forget', {});
}

/**
 * What a device measures from now on is its new owner's and stays, also where what it measured before is deleted later: that takes seconds, and
 * very many devices may wait for it.
 */
export async function keepFromNow(trx: Transaction<Tables>, deviceId: number, now: number): Promise<void> {
  await trx
    .updateTable('devicesToForget')
    .set({ keptFrom: new Date(now) })
    .where('deviceId', '=', deviceId)
    .execute();
}
