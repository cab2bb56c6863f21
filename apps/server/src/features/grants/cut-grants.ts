import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { leaveGranted } from '../alarm-shields/index.ts';

interface Cut {
  stationIds: readonly number[];
  grantIds: readonly number[];
  now: number;
  by: number | null;
}

/** Takes stations out of grants; a grant that named no other is revoked and keeps its station, so that one reads what it was. */
export async function cutGrants(
  trx: Transaction<Tables>,
  { stationIds, grantIds, now, by }: Cut,
): Promise<void> {
  if (grantIds.length === 0) return;
  const kept = await trx
    .selectFrom('grantStations')
    .select('grantId')
    .distinct()
    .where('grantId', '=', sql<number>`ANY(${[...grantIds]})`)
    .where('stationId', '<>', sql<number>`ALL(${[...stationIds]})`)
    .execute();
  const partly = new Set(kept.map(({ grantId }) => grantId));
  const ended = grantIds.filter((id) => !partly.has(id));
  if (partly.size > 0) {
    await trx
      .deleteFrom('grantStations')
      .where('grantId', '=', sql<number>`ANY(${[...partly]})`)
      .where('stationId', '=', sql<number>`ANY(${[...stationIds]})`)
      .execute();
  }
  if (ended.length > 0)
    await trx
      .updateTable('grants')
      .set({ state: 'revoked', revokedAt: new Date(now) })
      .where('id', '=', sql<number>`ANY(${ended})`)
      .execute();
  await leaveGranted(trx, { grantIds, stationIds, now, by });
}
