import { announceChange } from '../../platform/changes/announce-change.ts';
import { may, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { holdStation } from '../stations/index.ts';

/**
 * Opens a station to visitors, or closes it. Visitors who look at a station that is closed lose it at once. Only its owner, or
 * somebody whose scope is the whole platform, opens a station that has an owner. A station that is open or closed already does
 * not change. Throws AppError stationNotFound, noDataPermission.
 */
export async function shareStation(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { stationId, shared }: { stationId: number; shared: boolean },
): Promise<null> {
  const { actor } = context;
  const changed = await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const { ownerId } = await holdStation(trx, actor, stationId, {
      permission: 'stations.share',
      changes: 'station',
    });
    const decides = ownerId === null || ownerId === actor.userId || may(actor, 'platform.manage');
    if (shared && !decides) throw new AppError('noDataPermission');
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
    await announceChange(trx, { stations: [stationId], access: true });
    return true;
  });
  if (!changed) return null;
  return null;
}
