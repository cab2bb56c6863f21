import { sql, type Transaction } from 'kysely';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobKinds } from '../../platform/jobs/job-kinds.ts';
import { turnOfStation } from '../../platform/jobs/turn-of-station.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** So long after it another server may still write what it counted by the choice of before. */
const SETTLED_MS = 600_000;

/**
 * Adds the job `telemetry.recount` in the caller's transaction, at once or (`again`, at a time of now) in ten minutes. One that waits for the
 * station counts for all choices of until then, from the earliest day of them. Whoever has many stations counted waits behind those who have few.
 */
export async function askRecount(
  trx: Transaction<Tables>,
  details: JobKinds['telemetry.recount'],
  now?: number,
): Promise<void> {
  const { stationId, from } = details;
  const priority = await turnOfStation(trx, 'telemetry.recount', stationId);
  if (now !== undefined)
    return addJob(
      trx,
      'telemetry.recount',
      { ...details, again: true },
      { priority, startAfter: now + SETTLED_MS },
    );
  const { rows } = await sql`
    UPDATE jobs.job SET data = jsonb_set(data, '{from}',
      CASE WHEN ${from}::text IS NULL OR data->>'from' IS NULL THEN 'null'::jsonb ELSE to_jsonb(least(data->>'from', ${from}::text)) END)
     WHERE name = 'telemetry.recount' AND state IN ('created', 'retry') AND data->>'stationId' = ${String(stationId)}
       AND data->'again' IS NULL
    RETURNING id`.execute(trx);
  if (rows.length === 0) await addJob(trx, 'telemetry.recount', { stationId, from }, { priority });
}

/** Whether energies of a station are being counted by another counter, or wait for it. */
export async function isCounting(db: Db, stationId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM jobs.job
     WHERE name = 'telemetry.recount' AND state IN ('created', 'retry', 'active')
       AND data->>'stationId' = ${String(stationId)} AND data->'again' IS NULL
     LIMIT 1`.execute(db);
  return rows.length > 0;
}
