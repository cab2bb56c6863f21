import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireHandOver } from './require-hand-over.ts';

/** Leaves a station that was offered to the caller where it is. Throws AppError `notFound`. */
export async function declineHandOver(
  platform: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await platform.db.transaction().execute(async (trx) => {
    const { stationId } = await requireHandOver(trx, context.actor, id);
    await trx
      .updateTable('handOvers')
      .set({ state: 'declined', answeredAt: new Date(platform.clock.now()) })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'stations.declineHandOver',
      objectType: 'station',
      objectId: stationId,
      stationId,
    });
  });
  return null;
}
