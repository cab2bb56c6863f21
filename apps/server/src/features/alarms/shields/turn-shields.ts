import { sql, type RawBuilder, type Transaction } from 'kysely';
import { togetherOrAlone } from '../../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { noteAtCovered, noteEnded } from '../../alarm-shields/index.ts';

/** Shields of one transaction. */
const AT_ONCE = 500;

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>;

/** Tells of what begins and ends by itself. A shield of which nothing can be told keeps no other one waiting. */
export async function turnShields(platform: Parts): Promise<void> {
  await beginMaintenance(platform);
  await endLapsedShields(platform);
}

/** Tells of maintenance that begins, once each: the alarms of its stations count no more, whoever keeps the counts. */
function beginMaintenance(platform: Parts): Promise<void> {
  const now = new Date(platform.clock.now());
  const due = sql<boolean>`NOT begun AND ended_at IS NULL AND starts_at <= ${now}`;
  return inParts(platform, due, async (trx, ids) => {
    const { rows } = await sql<{ id: number; createdBy: number | null; reason: string }>`
      UPDATE alarm_shields SET begun = true WHERE id IN (
        SELECT id FROM alarm_shields WHERE id = ANY(${[...ids]}::bigint[]) AND ${due} FOR UPDATE SKIP LOCKED)
      RETURNING id, created_by, reason`.execute(trx);
    for (const { id, createdBy, reason } of rows)
      await noteAtCovered(trx, { shieldIds: [id], kind: 'shielded', at: now, by: createdBy, text: reason });
  });
}

/** Tells of shields that ended by themselves, once each: their alarms count again, whoever keeps the counts. */
function endLapsedShields(platform: Parts): Promise<void> {
  const now = new Date(platform.clock.now());
  const due = sql<boolean>`ended_at IS NULL AND until <= ${now}`;
  return inParts(platform, due, async (trx, ids) => {
    const { rows } = await sql<{ id: number }>`
      UPDATE alarm_shields SET ended_at = until WHERE id IN (
        SELECT id FROM alarm_shields WHERE id = ANY(${[...ids]}::bigint[]) AND ${due} FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(trx);
    const shieldIds = rows.map(({ id }) => id);
    await noteEnded(trx, { shieldIds, at: now, by: null });
  });
}

/** Does so many shields that are due in a transaction, by their numbers. */
async function inParts(
  { db, log }: Parts,
  due: RawBuilder<boolean>,
  work: (trx: Transaction<Tables>, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  const some = (ids: readonly number[]) => db.transaction().execute((trx) => work(trx, ids));
  const failed = (error: unknown, shieldId: number) =>
    log.error({ err: error, shieldId }, 'a shield of alarms did not begin or end');
  for (let after: number | undefined = 0; after !== undefined;) {
    const { rows }: { rows: { id: number }[] } = await sql<{ id: number }>`
      SELECT id FROM alarm_shields WHERE ${due} AND id > ${after} ORDER BY id LIMIT ${AT_ONCE}`.execute(db);
    const ids = rows.map(({ id }) => id);
    await togetherOrAlone(ids, some, failed);
    after = ids.at(-1);
  }
}
