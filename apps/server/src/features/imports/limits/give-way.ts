import { sql } from 'kysely';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { holdTurns } from './take-turn.ts';

/** An import that stores longer goes on behind those of others that wait: one of samples that lie in hundreds of months takes hours. */
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
      ) AS waiting
      WHERE imports.id = ${id} AND imports.state = 'importing' AND waiting.first IS NOT NULL
      RETURNING imports.turn`.execute(trx);
    const [row] = rows;
    if (row) await addJob(trx, 'imports.run', { importId: id }, { priority: -row.turn });
    return row !== undefined;
  });
}
