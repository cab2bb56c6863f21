import type { HandOver } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { holdStation } from '../stations/index.ts';
import { findPerson } from './find-party.ts';
import { mayGrantStation } from './granting-scope.ts';
import { offerStation } from './offer-station.ts';

/**
 * Offers a station to the account that shall own it: by its installer or creator until it was handed over, by its owner after
 * that. The answer is the same whether or not there is such an account.
 * Throws AppError: stationNotFound, noDataPermission, notYourself, tooManyRequests (offers of a day).
 */
export async function handOverStation(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { stationId, account }: { stationId: number; account: string },
): Promise<HandOver> {
  const { actor } = context;
  return platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const station = await holdStation(trx, actor, stationId, { changes: 'station' });
    const offered = await trx
      .selectFrom('stations')
      .select(['ownerId', 'handedOverAt'])
      .where('id', '=', stationId)
      .where(mayGrantStation(actor))
      .forUpdate()
      .executeTakeFirst();
    const isOwner = actor.userId !== null && station.ownerId === actor.userId;
    if (!offered || (!isOwner && isSettled(offered))) throw new AppError('noDataPermission');
    const to = await findPerson(trx, account);
    if (to.toUserId !== null && to.toUserId === actor.userId) throw new AppError('notYourself');
    return offerStation(trx, context, { stationId, to, now: platform.clock.now() });
  });
}

/** Whether a station has its owner: nobody else gives it away any more, however it came to be theirs. */
function isSettled(station: { ownerId: number | null; handedOverAt: Date | null }): boolean {
  return station.ownerId !== null || station.handedOverAt !== null;
}
