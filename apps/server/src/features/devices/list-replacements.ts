import type { DeviceReplacement } from '@sunfleet/contract';
import { seesMasked, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { deviceScope } from '../scope/index.ts';
import { requireDevice } from './require-device.ts';

/** Devices that stood in the place of a device before, at the station where it is now. Throws AppError `deviceNotFound`. */
export async function listReplacements(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  deviceId: number,
): Promise<DeviceReplacement[]> {
  const { stationId } = await requireDevice(db, actor, deviceId);
  if (stationId === null) return [];
  // Whoever reads logs elsewhere and was granted a look at this one is not told who did it.
  const logged = await db
    .selectFrom('devices')
    .select('id')
    .where('id', '=', deviceId)
    .where(deviceScope(actor, 'audit.view'))
    .executeTakeFirst();
  const rows = await db
    .selectFrom('deviceReplacements as one')
    .leftJoin('users as person', 'person.id', 'one.userId')
    .selectAll('one')
    .select('person.name as by')
    .where('one.deviceId', '=', deviceId)
    .where('one.stationId', '=', stationId)
    .orderBy('one.id', 'desc')
    .execute();
  const mask = maskFor(actor);
  const namesPeople = !seesMasked(actor) && logged !== undefined;
  return rows.map(({ id, oldSn, newSn, old, reason, by, replacedAt }) => ({
    id,
    oldSn: mask.sn(oldSn),
    newSn: mask.sn(newSn),
    old,
    reason: mask.active ? '' : reason,
    by: namesPeople ? by : null,
    at: replacedAt.getTime(),
  }));
}
