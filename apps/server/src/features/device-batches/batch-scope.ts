import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofOrganisations } from '../organisations/index.ts';

/** Condition on `device_batches`: those of organisations in the actor's scope. */
export const batchScope = (actor: Actor): RawBuilder<SqlBool> => ofOrganisations(actor, 'device_batches');

/** Throws AppError `deviceBatchNotFound` for the first that is not there or not the actor's to see. */
export async function requireBatches(db: Db, actor: Actor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM device_batches WHERE id = ANY(${[...ids]}::bigint[]) AND ${batchScope(actor)}`.execute(db);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('deviceBatchNotFound', { id: missing });
}

/** The batch in the transaction of a verb that changes it. Throws AppError `deviceBatchNotFound`. */
export async function holdBatch(
  trx: Transaction<Tables>,
  { actor }: Pick<RequestContext, 'actor'>,
  id: number,
) {
  const row = await trx
    .selectFrom('deviceBatches')
    .selectAll()
    .where('id', '=', id)
    .where(batchScope(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('deviceBatchNotFound', { id });
  return row;
}
