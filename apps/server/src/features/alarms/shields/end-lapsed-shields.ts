import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { noteAtCovered } from './covered-alarms.ts';

/** Shields of one transaction. */
const AT_ONCE = 500;

/** Tells of shields that ended by themselves, once each: their alarms count again, whoever keeps the counts. */
export async function endLapsedShields({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = new Date(clock.now());
  for (let found = AT_ONCE; found === AT_ONCE;) {
    found = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`
        UPDATE alarm_shields SET ended_at = until WHERE id IN (
          SELECT id FROM alarm_shields WHERE ended_at IS NULL AND until <= ${now}
           ORDER BY until LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
        RETURNING id`.execute(trx);
      await noteAtCovered(trx, {
        shieldIds: rows.map(({ id }) => id),
        kind: 'shieldEnded',
        at: now,
        by: null,
        text: '',
      });
      return rows.length;
    });
  }
}
