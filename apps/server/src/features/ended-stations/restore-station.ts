import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { endedStationScope } from '../scope/index.ts';

/** Brings a station back that was ended, with all its data. Throws AppError `stationNotFound`, also for one that was not ended. */
export async function restoreStation(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const restored = await trx
      .updateTable('stations')
      .set({ endedAt: null, endedBy: null })
      .where('id', '=', id)
      .where(
        'id',
        'in',
        trx
          .selectFrom('stations')
          .select('stations.id')
          .where('stations.id', '=', id)
          .where(endedStationScope(context.actor, 'stations.delete')),
      )
      .returning('name')
      .executeTakeFirst();
    if (!restored) throw new AppError('stationNotFound', { id });
    await writeAudit(trx, context, {
      action: 'stations.restore',
      objectType: 'station',
      objectId: id,
      stationId: id,
      after: { name: restored.name },
    });
    // What servers hold of its devices is the same as before.
    await announceChange(trx, { stations: [id], access: true });
  });
  return null;
}
