import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { isAllowed } from './link-network.ts';
import { MAY_CONNECT } from './may-connect.ts';

/**
 * Those of the standing connections that would not be let in any more: from an address that is not one of those the logger is bound to, or as a device that
 * became another thing since, as an inverter that its owner bound while somebody was there by its serial number.
 */
export async function readStrays(
  db: Db,
  standing: readonly { loggerId: number; address: string }[],
): Promise<ReadonlySet<number>> {
  if (standing.length === 0) return new Set();
  const ids = standing.map(({ loggerId }) => loggerId);
  const rows = await db
    .selectFrom('loggerConnections')
    .innerJoin('devices', 'devices.id', 'loggerConnections.deviceId')
    .leftJoin('deviceStates', 'deviceStates.deviceId', 'loggerConnections.deviceId')
    .select(['loggerConnections.deviceId', 'allowedNetworks', MAY_CONNECT.as('mayConnect')])
    .where('loggerConnections.deviceId', '=', sql<number>`ANY(${ids})`)
    .execute();
  const rules = new Map(rows.map((row) => [row.deviceId, row]));
  const strays = standing.filter(({ loggerId, address }) => {
    const rule = rules.get(loggerId);
    return rule !== undefined && !(rule.mayConnect && isAllowed(address, rule.allowedNetworks));
  });
  return new Set(strays.map(({ loggerId }) => loggerId));
}
