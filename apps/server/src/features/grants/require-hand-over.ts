import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * An open offer to the actor, by who may still make it; locked with its station until the transaction is over.
 * Throws AppError `notFound`.
 */
export async function requireHandOver(
  trx: Transaction<Tables>,
  { userId }: Actor,
  id: number,
): Promise<{ stationId: number; ownerId: number | null }> {
  const offer = await trx
    .selectFrom('handOvers')
    .innerJoin('stations', 'stations.id', 'handOvers.stationId')
    .select(['handOvers.stationId', 'stations.ownerId'])
    .where('handOvers.id', '=', id)
    .where('handOvers.toUserId', '=', userId)
    .where('handOvers.state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('stations.handedOverAt', 'is', null),
        eb('handOvers.fromUserId', '=', eb.ref('stations.ownerId')),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!offer) throw new AppError('notFound');
  return offer;
}
