import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { mayGrantStation } from './granting-scope.ts';

interface Offer {
  stationId: number;
  ownerId: number | null;
  fromUserId: number | null;
  /** Open to visitors. */
  shared: boolean;
}

/** An open offer to the actor; locked with its station until the transaction is over. Throws AppError `notFound`. */
export async function requireHandOver(
  trx: Transaction<Tables>,
  { userId }: Actor,
  id: number,
): Promise<Offer> {
  const offer = await trx
    .selectFrom('handOvers')
    .innerJoin('stations', 'stations.id', 'handOvers.stationId')
    .select(['handOvers.stationId', 'handOvers.fromUserId', 'stations.ownerId', 'stations.shared'])
    .where('handOvers.id', '=', id)
    .where('handOvers.toUserId', '=', userId)
    .where('handOvers.state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb.and([eb('stations.ownerId', 'is', null), eb('stations.handedOverAt', 'is', null)]),
        eb('handOvers.fromUserId', '=', eb.ref('stations.ownerId')),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!offer) throw new AppError('notFound');
  return offer;
}

/**
 * Checks that whoever offered a station could still offer it. Somebody who was locked, removed or given less since then cannot give
 * it away. Throws AppError `notFound`.
 */
export async function requireOfferGood(
  trx: Transaction<Tables>,
  { stationId, fromUserId }: Offer,
  at: number,
): Promise<void> {
  const giver = await findUserActor(trx, { userId: fromUserId, at });
  const station =
    giver &&
    (await trx
      .selectFrom('stations')
      .select('id')
      .where('id', '=', stationId)
      .where(mayGrantStation(giver))
      .executeTakeFirst());
  if (!station) throw new AppError('notFound');
}
