import type { Db } from '../../platform/postgres/client.ts';
import { doubtAt } from './judge-connection.ts';

/** The network of a logger's newest connection where that is not believed; null where it is. */
export async function readDoubtedNetwork(db: Db, loggerId: number, now: number): Promise<string | null> {
  const link = await db
    .selectFrom('loggerConnections')
    .select(['network', 'doubt', 'doubtedSince'])
    .where('deviceId', '=', loggerId)
    .executeTakeFirst();
  if (!link) return null;
  const { network, doubt, doubtedSince } = link;
  const stands = doubtAt({ doubt, doubtedSince: doubtedSince?.getTime() ?? null }, now) !== null;
  return stands ? (network ?? '') : null;
}
