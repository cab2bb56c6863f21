import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { mayGrantStation } from './granting-scope.ts';
import { mayAnswerHandOver, stillOffered, waitingHandOvers } from './hand-over-view.ts';

export interface Offer {
  id: number;
  stationId: number;
  ownerId: number | null;
  fromUserId: number | null;
  /** The organisation that is to look after the station; null where the offer makes the actor its owner. */
  toOrganisationId: number | null;
  /** Open to visitors. */
  shared: boolean;
}

/**
 * An open offer that the actor answers, for itself or for an organisation; locked with its station until the transaction is over.
 * Throws AppError `notFound`.
 */
export async function requireHandOver(
  trx: Transaction<Tables>,
  { actor, now }: { actor: Actor; now: number },
  id: number,
): Promise<Offer> {
  const offer = await waitingHandOvers(trx, now)
    .select([
      'handOvers.id',
      'handOvers.stationId',
      'handOvers.fromUserId',
      'handOvers.toOrganisationId',
      'stations.ownerId',
      'stations.shared',
    ])
    .where('handOvers.id', '=', id)
    .where(mayAnswerHandOver(actor))
    .where(stillOffered)
    .forUpdate()
    .executeTakeFirst();
  if (!offer) throw new AppError('notFound');
  return offer;
}

/**
 * Checks that whoever offered a station could still offer it. Somebody who was locked, removed or given less since then cannot give
 * it away. An owner who leaves can: that is what becomes of the stations. Throws AppError `notFound`.
 */
export async function requireOfferGood(
  trx: Transaction<Tables>,
  { stationId, fromUserId, ownerId }: Offer,
  at: number,
): Promise<void> {
  const orLeaving = fromUserId !== null && fromUserId === ownerId;
  const giver = await findUserActor(trx, { userId: fromUserId, at, orLeaving });
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
