import type { DeviceDetail } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudits } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { moveShieldsOf } from '../alarm-shields/index.ts';
import { holdStation } from '../stations/index.ts';
import { holdDevicesBelow } from './devices-below.ts';
import { endAlarmsOf } from './end-alarms-of.ts';
import { getDevice } from './get-device.ts';
import { holdDevice, requireDevice } from './require-device.ts';
import { renewProven } from './renew-proven.ts';
import { requireStillAt } from './require-still-at.ts';
import { secretOfItsOwn } from './secret-of-its-own.ts';

/**
 * Moves a device and what hangs on it to another station. Only between stations of one organisation and one owner: everybody else's next owner would
 * read what it measured, and a device goes to them by being unbound and added. Its open alarms end, and are raised at the new station where they last.
 * Secrets are renewed: who was granted the former station alone may know them. That of the device itself is answered.
 * `chosenAt`: the station in which somebody chose it, maybe long ago. Throws AppError: deviceNotFound, stationNotFound, deviceMoveRefused, and as
 * `requireStillAt`.
 */
export async function moveDevice(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { id, stationId, chosenAt = null }: { id: number; stationId: number; chosenAt?: number | null },
): Promise<{ device: DeviceDetail; secret: string }> {
  const { actor } = context;
  const secret = await platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, actor);
    const { stationId: fromId } = await requireDevice(trx, actor, id, 'devices.delete');
    // Others who hold several stations hold them in the order of their ids as well: none waits for another in a circle.
    if (fromId !== null && stationId < fromId)
      await holdStation(trx, actor, stationId, { permission: 'devices.create', changes: 'devices' });
    const held = await holdDevice(trx, actor, id, 'devices.delete');
    const to = await holdStation(trx, actor, stationId, { permission: 'devices.create', changes: 'devices' });
    if (held.stationId === stationId) return '';
    requireStillAt(chosenAt, held.stationId);
    const from =
      held.stationId === null
        ? undefined
        : await trx
            .selectFrom('stations')
            .select(['organisationId', 'ownerId'])
            .where('id', '=', held.stationId)
            .executeTakeFirst();
    if (from?.organisationId !== to.organisationId || from.ownerId !== to.ownerId)
      throw new AppError('deviceMoveRefused');
    const moved = await holdDevicesBelow(trx, id);
    const ofMoved = sql<number>`ANY(${moved}::bigint[])`;
    await trx.updateTable('devices').set({ stationId }).where('id', '=', ofMoved).execute();
    // Their documents go along.
    await trx.updateTable('stationFiles').set({ stationId }).where('deviceId', '=', ofMoved).execute();
    await trx
      .updateTable('devices')
      .set({ parentId: null, loggerSpeaks: false })
      .where('id', '=', id)
      .execute();
    await moveShieldsOf(trx, moved, { at: new Date(platform.clock.now()), by: actor.userId });
    await endAlarmsOf(trx, platform, moved);
    const renewed = await renewProven(trx, { platform, context }, moved, 'stationChanged');
    const given = renewed.get(id) ?? (await secretOfItsOwn(trx, { platform, context }, id));
    await writeAudits(
      trx,
      context,
      moved.map((deviceId) => ({
        action: 'devices.move',
        objectType: 'device',
        objectId: deviceId,
        stationId,
        before: { stationId: held.stationId },
        after: { stationId },
      })),
    );
    await announceChange(trx, { devices: moved, stations: [held.stationId!, stationId] });
    return given;
  });
  return { device: await getDevice(platform, actor, id), secret };
}
