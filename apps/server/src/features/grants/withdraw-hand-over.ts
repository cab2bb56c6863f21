import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayWithdraw, toInstaller, waitingHandOvers } from './hand-over-view.ts';

/** Takes an offer back that nobody has answered. Throws AppError `notFound`. */
export async function withdrawHandOver(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const offer = await waitingHandOvers(trx, now)
      .select('handOvers.stationId')
      .where('handOvers.id', '=', id)
      .where(mayWithdraw(context.actor))
      .forUpdate()
      .executeTakeFirst();
    if (!offer) throw new AppError('notFound');
    await trx
      .updateTable('handOvers')
      .set({ state: 'withdrawn', answeredAt: new Date(now) })
      .where('id', '=', id)
      .execute();
    const { stationId } = offer;
    await writeAudit(trx, context, {
      action: 'stations.withdrawHandOver',
      objectType: 'station',
      objectId: stationId,
      stationId,
    });
  });
  return null;
}

/** Takes back what somebody offered to new owners of these stations, in the transaction of the caller. */
export async function withdrawHandOversOf(
  trx: Transaction<Tables>,
  { userId, stationIds, now }: { userId: number; stationIds: readonly number[]; now: number },
): Promise<void> {
  if (stationIds.length === 0) return;
  await trx
    .updateTable('handOvers')
    .set({ state: 'withdrawn', answeredAt: new Date(now) })
    .where('state', '=', 'pending')
    .where('fromUserId', '=', userId)
    .where('stationId', '=', sql<number>`ANY(${[...stationIds]})`)
    .where((eb) => eb.not(toInstaller))
    .execute();
}
