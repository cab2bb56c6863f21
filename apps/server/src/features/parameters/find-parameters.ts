import { profileById, slaveOf, type Profile } from '@sunfleet/device-model';
import type { Permission } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireDevice, type RequiredDevice } from '../devices/index.ts';

/** A device with what can be set on it. */
export interface DeviceParameters {
  device: RequiredDevice;
  profile: Profile;
  /** Its Modbus address. */
  slave: number;
}

/** Throws AppError: deviceNotFound, parametersUnsupported for a device of whose parameters nothing is known. */
export async function findParameters(
  db: Db,
  actor: Actor,
  { deviceId, permission }: { deviceId: number; permission: Permission },
): Promise<DeviceParameters> {
  const device = await requireDevice(db, actor, deviceId, permission);
  const profile = device.profileId === null ? undefined : profileById(device.profileId);
  const { parentId } = await db
    .selectFrom('devices')
    .select('parentId')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  // Registers are read and written through a logger.
  if (!profile || profile.writes.length === 0 || parentId === null)
    throw new AppError('parametersUnsupported');
  return { device, profile, slave: slaveOf(device.attributes, profile) };
}
