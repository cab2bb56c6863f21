import { sql } from 'kysely';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { holdTurns } from './take-turn.ts';

/** An import that stores longer goes on behind those of others that wait: one of samples that lie in hundreds of months takes hours. */
export const QUICK_MS = 10_000;
/** So long a long one goes on while others of them wait. */
export const TURN_MS = 60_000;

/** Thrown where an import goes on later, from where it stands. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

/** Puts an import behind the first ones of others that wait and adds the job by which it goes on; false where nobody else waits. */
export async function giveWay(db: Db, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdTurns(trx);
    const { rows } = await sql<{ turn: number }>`
      UPDATE imports SET turn = greatest(imports.turn, waiting.first) FROM (
        SELECT min(other.turn) AS first FROM imports AS other, imports AS own
         WHERE own.id = ${id} AND other.state IN ('checking', 'importing')
           AND (other.organisation_id IS DISTINCT FROM own.organisation_id
             OR own.organisation_id IS NULL AND other.user_id IS DISTINCT FROM own.user_id)
           AND other.is_long
      ) AS waiting
      WHERE imports.id = ${id} AND imports.state = 'importing' AND waiting.first IS NOT NULL
      RETURNING imports.turn`.execute(trx);
    const [row] = rows;
    if (row) await addJob(trx, 'imports.runLong', { importId: id }, { priority: -row.turn });
    return row !== undefined;
  });
}

/**
 * Has an import go on among those that take long, in the turns of their payers, where nobody whose import takes seconds waits for it. Call it before its run
 * ends by `GaveWay`.
 */
export async function goOnAmongLong(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdTurns(trx);
    const { rows } = await sql<{ turn: number }>`
      UPDATE imports SET is_long = true, turn = coalesce(place.turn, 0) FROM (
        SELECT greatest(min(other.turn), max(other.turn) FILTER (
            WHERE other.organisation_id = own.organisation_id
               OR own.organisation_id IS NULL AND other.organisation_id IS NULL AND other.user_id = own.user_id) + 1) AS turn
          FROM imports AS other, imports AS own
         WHERE own.id = ${id} AND other.is_long AND other.state IN ('checking', 'importing')
      ) AS place
      WHERE imports.id = ${id} AND NOT imports.is_long AND imports.state IN ('checking', 'importing')
      RETURNING imports.turn`.execute(trx);
    const [row] = rows;
    if (row) await addJob(trx, 'imports.runLong', { importId: id }, { priority: -row.turn });
  });
}
