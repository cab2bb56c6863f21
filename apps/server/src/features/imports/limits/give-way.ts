import { sql } from 'kysely';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { leftOfGiven, priorityOf, setPriority } from './long-turns.ts';
import type { Payer } from './payer.ts';
import { holdTurns } from './take-turn.ts';

/** An import that works longer goes on among those that do: one of samples that lie in hundreds of months takes hours. */
export const QUICK_MS = 10_000;
/** So long a long one goes on while others of them wait. */
export const TURN_MS = 15_000;

/** Thrown where an import goes on later, from where it stands. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

/** An import that has worked so long, in milliseconds, since that was noted last. */
export interface Worked {
  id: number;
  ms: number;
  /** Epoch milliseconds. */
  now: number;
}

/** Notes the work of a long import and adds the job by which it goes on, where the next turn is another one's; false where it is its own. */
export async function giveWay(db: Db, worked: Worked): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const priority = await note(trx, worked);
    if (priority === undefined) return false;
    const { rows } = await sql`
      SELECT FROM jobs.job WHERE name = 'imports.runLong' AND state IN ('created', 'retry') AND start_after <= now() AND priority > ${priority} LIMIT 1`.execute(
      trx,
    );
    if (rows.length === 0) return false;
    await addJob(trx, 'imports.runLong', { importId: worked.id }, { priority });
    return true;
  });
}

/** Notes the work of a long import that is over. */
export async function noteWork(db: Db, worked: Worked): Promise<void> {
  await db.transaction().execute((trx) => note(trx, worked));
}

/** Has an import go on among those that take long, where nobody whose import takes seconds waits for it. Call it before its run ends by `GaveWay`. */
export async function goOnAmongLong(db: Db, worked: Worked): Promise<void> {
  const { id } = worked;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('imports')
      .set({ isLong: true })
      .where('id', '=', id)
      .where('isLong', '=', false)
      .where('state', 'in', ['checking', 'importing'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const priority = await note(trx, worked);
    if (priority !== undefined) await addJob(trx, 'imports.runLong', { importId: id }, { priority });
  });
}

/** Answers the priority of what its payer has waiting; undefined for an import that is gone. */
async function note(trx: Db, { id, ms, now }: Worked): Promise<number | undefined> {
  await holdTurns(trx);
  const payer: Payer | undefined = await trx
    .updateTable('imports')
    .set({ givenMs: sql`coalesce(${leftOfGiven(now)}, 0) + ${ms}::float8`, givenAt: new Date(now) })
    .where('id', '=', id)
    .returning(['organisationId', 'userId'])
    .executeTakeFirst();
  if (!payer) return undefined;
  const priority = await priorityOf(trx, payer, now);
  await setPriority(trx, payer, priority);
  return priority;
}
