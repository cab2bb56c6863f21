import type { Db } from '../../platform/postgres/client.ts';
import { LIMITS } from '@sunfleet/contract';

/**
 * Whether two people have to end a station: one that feeds a utility, also where somebody has called it something else lately, because then one person
 * alone could do both.
 */
export async function needsTwo(db: Db, { id, now }: { id: number; now: number }): Promise<boolean> {
  const { type } = await db
    .selectFrom('stations')
    .select('type')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (type === 'utility') return true;
  const called = await db
    .selectFrom('auditLog')
    .select('before')
    .where('stationId', '=', id)
    .where('action', '=', 'stations.edit')
    .where('allowed', '=', true)
    .where('at', '>', new Date(now - LIMITS.endedStationMs))
    .execute();
  return called.some(({ before }) => (before as { type?: string } | null)?.type === 'utility');
}
