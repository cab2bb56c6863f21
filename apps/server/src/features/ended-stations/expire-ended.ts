import { LIMITS } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { systemActor } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { isHeldByStop, refuseLeaving, requireNotStopped } from '../command-stops/index.ts';
import { forgetLater } from '../devices/index.ts';
import { deleteStations } from '../stations/index.ts';

const job = { actor: systemActor, address: null };

/**
 * Deletes stations for good that were ended long ago, each in a transaction of its own: the job `stations.expire`. Of two servers one takes a station. One that
 * cannot be deleted keeps no others. One of an organisation of which the platform stopped commands waits until that is lifted: its devices would be
 * anybody's, and go on elsewhere.
 */
export async function expireEnded({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const before = new Date(now - LIMITS.endedStationMs);
  const due = await db
    .selectFrom('stations')
    .select('id')
    .where('endedAt', '<=', before)
    .orderBy('id')
    .execute();
  for (const { id } of due) {
    try {
      await expire(db, { id, before, now });
    } catch (error) {
      if (isHeldByStop(error))
        log.warn({ stationId: id }, 'an ended station waits to be deleted: commands are stopped');
      else log.error({ err: error, stationId: id }, 'an ended station was not deleted');
    }
  }
}

function expire(db: Db, { id, before, now }: { id: number; before: Date; now: number }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const station = await trx
      .selectFrom('stations')
      .select(['id', 'name', 'organisationId'])
      .where('id', '=', id)
      // It may have come back meanwhile.
      .where('endedAt', '<=', before)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!station) return;
    const leaving = { from: station.organisationId, to: null };
    await refuseLeaving(trx, systemActor, leaving);
    await writeAudit(trx, job, {
      action: 'stations.delete',
      objectType: 'station',
      objectId: id,
      stationId: id,
      organisationId: station.organisationId,
      before: { name: station.name },
    });
    const devices = await deleteStations(trx, [id]);
    await forgetLater(trx, { devices, stationIds: [id], now });
    await announceChange(trx, {
      devices: devices.map((device) => device.id),
      stations: [id],
      access: true,
    });
    await requireNotStopped(trx, systemActor, leaving);
  });
}
