import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdStation } from '../stations/index.ts';

/** Takes back that a station is to be ended, by who asked or by who could agree; nothing happens where nobody asked. Throws AppError `stationNotFound`. */
export async function cancelStationEnding(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    await holdStation(trx, context.actor, id, { permission: 'stations.delete', changes: 'station' });
    const changed = await trx
      .updateTable('stations')
      .set({ endingAskedAt: null, endingAskedBy: null })
      .where('id', '=', id)
      .where('endingAskedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    const about = { objectType: 'station', objectId: id, stationId: id } as const;
    await writeAudit(trx, context, { ...about, action: 'stations.cancelEnd' });
    await announceChange(trx, { stations: [id] });
  });
  return null;
}
