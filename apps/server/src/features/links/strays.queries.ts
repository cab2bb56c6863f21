import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { isAllowed } from './link-network.ts';

/** Those loggers whose standing connection comes from an address that is not one of those they are bound to. */
export async function readStrays(
  db: Db,
  standing: readonly { loggerId: number; address: string }[],
): Promise<ReadonlySet<number>> {
  if (standing.length === 0) return new Set();
  const ids = standing.map(({ loggerId }) => loggerId);
  const rows = await db
    .selectFrom('loggerConnections')
    .select(['deviceId', 'allowedNetworks'])
    .where('deviceId', '=', sql<number>`ANY(${ids})`)
    .execute();
  const allowed = new Map(rows.map((row) => [row.deviceId, row.allowedNetworks]));
  const strays = standing.filter(({ loggerId, address }) => !isAllowed(address, allowed.get(loggerId) ?? []));
  return new Set(strays.map(({ loggerId }) => loggerId));
}
