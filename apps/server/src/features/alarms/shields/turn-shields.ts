import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { noteAtCovered } from './covered-alarms.ts';

/** Shields of one transaction. */
const AT_ONCE = 500;

/** Tells of what begins and ends by itself. */
export async function turnShields(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await beginMaintenance(platform);
  await endLapsedShields(platform);
}

/** Tells of maintenance that begins, once each: the alarms of its stations count no more, whoever keeps the counts. */
function beginMaintenance({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  return inParts(db, async (trx) => {
    const { rows } = await sql<{ id: number; createdBy: number | null; reason: string }>`
      UPDATE alarm_shields SET begun = true WHERE id IN (
        SELECT id FROM alarm_shields WHERE NOT begun AND ended_at IS NULL AND starts_at <= ${now}
         ORDER BY starts_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING id, created_by, reason`.execute(trx);
    for (const { id, createdBy, reason } of rows)
      await noteAtCovered(trx, { shieldIds: [id], kind: 'shielded', at: now, by: createdBy, text: reason });
    return rows.length;
  });
}

/** Tells of shields that ended by themselves, once each: their alarms count again, whoever keeps the counts. */
function endLapsedShields({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  return inParts(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      UPDATE alarm_shields SET ended_at = until WHERE id IN (
        SELECT id FROM alarm_shields WHERE ended_at IS NULL AND until <= ${now}
         ORDER BY until LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(trx);
    const shieldIds = rows.map(({ id }) => id);
    await noteAtCovered(trx, { shieldIds, kind: 'shieldEnded', at: now, by: null, text: '' });
    return rows.length;
  });
}

/** Does so many shields in a transaction, until one finds fewer. */
async function inParts(db: Db, work: (trx: Transaction<Tables>) => Promise<number>): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE;) found = await db.transaction().execute(work);
}
