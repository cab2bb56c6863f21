import type { DeviceConnection, LinkError } from '@sunfleet/contract';
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
    .leftJoin('loggerLinkHealth as health', 'health.deviceId', 'loggerConnections.deviceId')
    .selectAll('loggerConnections')
    .select(['health.since', 'health.reconnects', 'health.refused', 'health.lastError', 'health.lastErrorAt'])
    .where('loggerConnections.deviceId', '=', deviceId)
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
    health: healthOf(row),
  };
}

interface Health {
  since: Date | null;
  reconnects: number | null;
  refused: number | null;
  lastError: LinkError | null;
  lastErrorAt: Date | null;
}

function healthOf({
  since,
  reconnects,
  refused,
  lastError,
  lastErrorAt,
}: Health): DeviceConnection['health'] {
  if (since === null) return null;
  return {
    since: since.getTime(),
    reconnects: reconnects ?? 0,
    refused: refused ?? 0,
    lastError: lastError && lastErrorAt ? { word: lastError, at: lastErrorAt.getTime() } : null,
  };
}
