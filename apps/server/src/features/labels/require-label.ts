import type { Selectable, Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { LabelsTable } from '../../platform/postgres/tables/labels.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** A label of the actor's organisation. Throws AppError `labelNotFound`. */
export async function requireLabel(
  trx: Transaction<Tables>,
  { organisationId }: Actor,
  id: number,
): Promise<Selectable<LabelsTable>> {
  const label = await trx
    .selectFrom('labels')
    .selectAll()
    .where('id', '=', id)
    .where('organisationId', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
  if (!label) throw new AppError('labelNotFound', { id });
  return label;
}
