import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';
import { findPerson } from './find-party.ts';
import { tellNewOwner } from './grant-messages.ts';
import { mayGrantStation } from './granting-scope.ts';
import { openHandOvers, type HandOver } from './hand-over-view.ts';

/**
 * Offers a station to the account that shall own it: by its installer or creator until it was handed over, by its owner after
 * that. A new offer takes the place of one that was not answered.
 * Throws AppError: stationNotFound, noDataPermission, userNotFound, notYourself.
 */
export async function handOverStation(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { stationId, account }: { stationId: number; account: string },
): Promise<HandOver> {
  const { actor } = context;
  return platform.db.transaction().execute(async (trx) => {
    const station = await requireStation(trx, actor, stationId);
    const offered = await trx
      .selectFrom('stations')
      .select(['ownerId', 'handedOverAt'])
      .where('id', '=', stationId)
      .where(mayGrantStation(actor))
      .forUpdate()
      .executeTakeFirst();
    const isOwner = actor.userId !== null && station.ownerId === actor.userId;
    if (!offered || (!isOwner && isSettled(offered))) throw new AppError('noDataPermission');
    const person = await findPerson(trx, account);
    if (person.id === actor.userId) throw new AppError('notYourself');
    const at = new Date(platform.clock.now());
    await trx
      .updateTable('handOvers')
      .set({ state: 'declined', answeredAt: at })
      .where('stationId', '=', stationId)
      .where('state', '=', 'pending')
      .execute();
    const values = { stationId, fromUserId: actor.userId, toUserId: person.id };
    const { id } = await trx
      .insertInto('handOvers')
      .values({ ...values, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'stations.handOver',
      objectType: 'station',
      objectId: stationId,
      stationId,
      after: { toUserId: person.id },
    });
    const offer = (await openHandOvers(trx, { id }))[0]!;
    await tellNewOwner(trx, platform, { userId: person.id, from: offer.from, station: station.name });
    return offer;
  });
}

/** Whether a station has its owner: nobody else gives it away any more, however it came to be theirs. */
function isSettled(station: { ownerId: number | null; handedOverAt: Date | null }): boolean {
  return station.ownerId !== null || station.handedOverAt !== null;
}
