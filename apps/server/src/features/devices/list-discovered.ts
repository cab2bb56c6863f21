import type { DiscoveredDevice } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from './require-device.ts';

/**
 * Serial numbers that a logger names and that are no devices of its yet, those that wait before those that were declined.
 * Throws AppError `deviceNotFound` for a logger on which the actor may not add devices.
 */
export async function listDiscovered(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  loggerId: number,
): Promise<DiscoveredDevice[]> {
  await requireDevice(db, actor, loggerId, 'devices.create');
  const rows = await db
    .selectFrom('discoveredDevices')
    .select(['sn', 'kind', 'model', 'manufacturer', 'declined', 'firstSeenAt', 'lastSeenAt'])
    .where('loggerId', '=', loggerId)
    .orderBy('declined')
    .orderBy('sn')
    .execute();
  return rows.map(({ firstSeenAt, lastSeenAt, ...row }) => ({
    ...row,
    firstSeenAt: firstSeenAt.getTime(),
    lastSeenAt: lastSeenAt.getTime(),
  }));
}
