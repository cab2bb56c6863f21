import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/**
 * Those of some stations that two people have to end: they feed a utility, also where somebody has called them something else lately, because then one
 * person alone could do both.
 */
export async function endedByTwo(
  db: Db,
  { ids, now }: { ids: readonly number[]; now: number },
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM stations WHERE id = ANY(${[...ids]}::bigint[]) AND (type = 'utility' OR EXISTS (
      SELECT 1 FROM audit_log WHERE audit_log.station_id = stations.id AND action = 'stations.edit' AND allowed
         AND at > ${new Date(now - LIMITS.endedStationMs)} AND before ->> 'type' = 'utility'))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether two people have to end a station. */
export const needsTwo = async (db: Db, { id, now }: { id: number; now: number }): Promise<boolean> =>
  (await endedByTwo(db, { ids: [id], now })).has(id);
