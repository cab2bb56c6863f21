import { sql, type Selectable, type Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TariffsTable } from '../../platform/postgres/tables/tariffs.ts';
import { releaseStations } from './release-stations.ts';
import { pricesReached, tariffScope } from './tariff-scope.ts';

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

/**
 * Before a tariff changes or goes: lets stations of others go on with a copy (`releaseStations`) and throws AppError `tariffOutOfReach` where one that is
 * left is out of the actor's reach.
 */
export async function requireStationsReached(
  trx: Transaction<Tables>,
  actor: Actor,
  { id, now }: { id: number; now: number },
): Promise<void> {
  await releaseStations(trx, id, now);
  const { rows } = await sql`SELECT 1 FROM tariffs WHERE id = ${id} AND ${pricesReached(actor)}`.execute(trx);
  if (rows.length === 0) throw new AppError('tariffOutOfReach');
}
