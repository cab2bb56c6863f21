import type { Selectable, Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TariffsTable } from '../../platform/postgres/tables/tariffs.ts';
import { tariffScope } from './tariff-scope.ts';

/** A tariff that the actor keeps, held until the transaction ends. Throws AppError `tariffNotFound`. */
export async function requireTariff(
  trx: Transaction<Tables>,
  actor: Actor,
  id: number,
): Promise<Selectable<TariffsTable>> {
  const tariff = await trx
    .selectFrom('tariffs')
    .selectAll()
    .where('id', '=', id)
    .where(tariffScope(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!tariff) throw new AppError('tariffNotFound', { id });
  return tariff;
}
