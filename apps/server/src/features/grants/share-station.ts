import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';

/**
 * Opens a station to visitors, or closes it: who looks at it as a visitor then loses it at once. Nothing happens where it is so
 * already. Throws AppError stationNotFound.
 */
export async function shareStation(
  platform: Pick<Platform, 'db' | 'bus'>,
  context: RequestContext,
  { stationId, shared }: { stationId: number; shared: boolean },
): Promise<null> {
  const changed = await platform.db.transaction().execute(async (trx) => {
    await requireStation(trx, context.actor, stationId, 'stations.share');
    const update = await trx
      .updateTable('stations')
      .set({ shared })
      .where('id', '=', stationId)
      .where('shared', '!=', shared)
      .returning('id')
      .executeTakeFirst();
    if (!update) return false;
    await writeAudit(trx, context, {
      action: 'stations.share',
      objectType: 'station',
      objectId: stationId,
      stationId,
      before: { shared: !shared },
      after: { shared },
    });
    return true;
  });
  if (!changed) return null;
  platform.bus.publish('stationChanged', { stationId });
  platform.bus.publish('accessChanged', {});
  return null;
}
