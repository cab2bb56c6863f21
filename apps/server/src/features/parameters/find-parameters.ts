import { PARAMETERS_ATTRIBUTE, type Permission } from '@sunfleet/contract';
import { DEVICE_API_PARAMETERS, profileById, slaveOf, type SettableParameter } from '@sunfleet/device-model';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { ownProfileNumber } from '../../platform/own-profile.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { requireDevice, type RequiredDevice } from '../devices/index.ts';
import type { ParameterWay } from './parameter-way.ts';

/** A device with what can be set on it. */
export interface DeviceParameters {
  device: RequiredDevice;
  parameters: readonly SettableParameter[];
  way: ParameterWay;
}

interface Asked {
  deviceId: number;
  permission: Permission;
}

/**
 * Throws AppError: deviceNotFound, deviceTypeUnknown for a device behind a logger of which nobody knows the family, parametersUnsupported for one of whose
 * parameters nothing is known.
 */
export async function findParameters(
  db: Db,
  actor: Actor,
  { deviceId, permission }: Asked,
): Promise<DeviceParameters> {
  const device = await requireDevice(db, actor, deviceId, permission);
  const { parentId } = await db
    .selectFrom('devices')
    .select('parentId')
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();
  return parametersOf(device, parentId);
}

function parametersOf(device: RequiredDevice, parentId: number | null): DeviceParameters {
  const { attributes, profileId, kind } = device;
  const { name, value } = PARAMETERS_ATTRIBUTE;
  if (parentId === null && attributes[name] === value)
    return { device, parameters: DEVICE_API_PARAMETERS, way: { type: 'commands' } };
  const profile = profileId === null ? undefined : profileById(profileId);
  // By a profile of its organisation it is read alone.
  const isOwn = ownProfileNumber(profileId) !== undefined;
  if (parentId !== null && !profile && !isOwn && kind !== 'logger')
    throw new AppError('deviceTypeUnknown', { sn: device.sn });
  // Registers are read and written through a logger.
  if (!profile || profile.writes.length === 0 || parentId === null)
    throw new AppError('parametersUnsupported');
  const way: ParameterWay = { type: 'registers', profile, slave: slaveOf(attributes, profile) };
  return { device, parameters: profile.writes, way };
}
