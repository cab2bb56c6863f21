import type { Db } from '../../platform/postgres/client.ts';
import { doubtAt } from './judge-connection.ts';

/** Loggers whose connection is doubted so that it is an alarm, with the time since when, epoch milliseconds. */
export async function readDoubtedLoggers(db: Db, now: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('loggerConnections')
    .select(['deviceId', 'doubt', 'doubtedSince'])
    .where('doubt', 'in', ['otherNetwork', 'alternating'])
    .execute();
  const standing = rows.flatMap(({ deviceId, doubt, doubtedSince }) => {
    const since = doubtedSince?.getTime() ?? now;
    return doubtAt({ doubt, doubtedSince: since }, now) === null ? [] : [[deviceId, since] as const];
  });
  return new Map(standing);
}
