import type { DeviceEndpoints } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { ownAddress } from '../accounts/index.ts';
import { endpointsAt } from './endpoints-at.ts';
import { requireDevice } from './require-device.ts';

/** A device without an organisation may use any code in its topics. */
const ANY_CODE = '-';

/**
 * Where a device sends what it measures. Throws AppError `deviceNotFound` for a device on which the actor may not add devices, and `hostUnknown`
 * where a request names no host at all.
 */
export async function getEndpoints(
  platform: Pick<Platform, 'db' | 'config' | 'doors'>,
  { actor, request }: { actor: Actor; request: FastifyRequest },
  deviceId: number,
): Promise<DeviceEndpoints> {
  const { id } = await requireDevice(platform.db, actor, deviceId, 'devices.create');
  const row = await platform.db
    .selectFrom('devices')
    .innerJoin('organisations', 'organisations.id', 'devices.organisationId')
    .select('organisations.code')
    .where('devices.id', '=', id)
    .executeTakeFirst();
  return {
    organisation: row?.code ?? ANY_CODE,
    ...endpointsAt(platform, await reachedAt(platform, request)),
  };
}

/** A host that the settings do not know is as good here: only whoever named it reads the answer. */
async function reachedAt(platform: Pick<Platform, 'db' | 'config'>, request: FastifyRequest): Promise<URL> {
  try {
    return await ownAddress(platform, request);
  } catch (error) {
    const asked = URL.parse(`${request.protocol}://${request.host}`);
    if (asked && error instanceof AppError && error.key === 'hostUnknown') return asked;
    throw error;
  }
}
