import type { DeviceConnection } from '@sunfleet/contract';
import { seesMasked, type Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from '../devices/index.ts';
import { doubtAt, stableAt } from './judge-connection.ts';

/**
 * Over which connection a V5 logger is there and whether it is believed; null for a device that never had one. Visitors see no networks.
 * Throws AppError `deviceNotFound`.
 */
export async function getConnection(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  deviceId: number,
): Promise<DeviceConnection | null> {
  await requireDevice(db, actor, deviceId);
  const row = await db
    .selectFrom('loggerConnections')
    .selectAll()
    .where('deviceId', '=', deviceId)
    .executeTakeFirst();
  if (!row) return null;
  const link = { doubt: row.doubt, doubtedSince: row.doubtedSince?.getTime() ?? null };
  const doubt = doubtAt(link, clock.now());
  const masked = seesMasked(actor);
  return {
    open: row.open,
    doubt,
    doubtedSince: doubt === null ? null : link.doubtedSince,
    stableAt: doubt === null ? null : (stableAt(link) ?? null),
    network: masked ? null : row.network,
    trustedNetwork: masked ? null : row.trustedNetwork,
    allowedNetworks: masked ? [] : row.allowedNetworks,
  };
}
