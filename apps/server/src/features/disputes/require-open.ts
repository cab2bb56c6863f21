import type { Selectable, Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { DisputesTable } from '../../platform/postgres/tables/disputes.ts';

export type DisputeRow = Selectable<DisputesTable>;

/** An open dispute, kept from others until the transaction ends. Throws AppError `disputeNotOpen`. */
export async function requireOpen(trx: Transaction<Tables>, id: number): Promise<DisputeRow> {
  const dispute = await trx
    .selectFrom('disputes')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (!dispute) throw new AppError('disputeNotOpen');
  return dispute;
}

/** Ends a dispute, for good. */
export async function endDispute(
  trx: Transaction<Tables>,
  { id, state, now }: { id: number; state: 'kept' | 'transferred' | 'released'; now: number },
): Promise<void> {
  await trx
    .updateTable('disputes')
    .set({ state, decidedAt: new Date(now) })
    .where('id', '=', id)
    .execute();
}
