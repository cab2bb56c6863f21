import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireNotStopped } from '../command-stops/index.ts';
import { ownerOf } from './binding-of.ts';
import { freeDevice } from './free-device.ts';
import { holdDevice } from './require-device.ts';
import { requireStillAt } from './require-still-at.ts';

/**
 * Takes a device out of its station and organisation (`freeDevice`). Who works for that one, or owned the station, may bind it again for some days
 * without its claim code: that is the way to another station of one's own. `chosenAt`: the station in which somebody chose it, maybe long ago. Throws
 * AppError: deviceNotFound, commandsStopped, and as `requireStillAt`.
 */
export async function unbindDevice(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  deviceId: number,
  chosenAt: number | null = null,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const held = await holdDevice(trx, context.actor, deviceId, 'devices.delete');
    const { sn, stationId } = held;
    requireStillAt(chosenAt, stationId);
    const freedAt = new Date(clock.now());
    await trx
      .updateTable('devices')
      .set((eb) => ({
        freedFrom: eb.ref('organisationId'),
        freedOwner: ownerOf(stationId),
        freedAt,
      }))
      .where('id', '=', deviceId)
      .execute();
    const devices = await freeDevice(trx, { clock }, { deviceId, sn });
    await writeAudit(trx, context, {
      action: 'devices.unbind',
      objectType: 'device',
      objectId: deviceId,
      stationId,
      before: { sn, stationId },
    });
    await announceChange(trx, { devices, stations: stationId === null ? [] : [stationId] });
    await requireNotStopped(trx, context.actor, { from: held.organisationId, to: null });
  });
  return null;
}
