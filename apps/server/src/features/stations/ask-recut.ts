import { sql, type Transaction } from 'kysely';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobKinds } from '../../platform/jobs/job-kinds.ts';
import { turnOfStation } from '../../platform/jobs/turn-of-station.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** So long after it another server may still write what it cut by the zone of before. */
const SETTLED_MS = 600_000;

/**
 * Adds the job `telemetry.recut` in the caller's transaction, at once or (`again`) in ten minutes. What waits for a station cuts it by what it is
 * then, so a further edit adds none, and one that comes while days are cut waits ten minutes: otherwise somebody who edits one place a thousand
 * times would keep the roll-ups of everybody busy. Whoever has many stations cut waits behind those who have few.
 */
export async function askRecut(
  trx: Transaction<Tables>,
  { stationId, again }: JobKinds['telemetry.recut'],
  now: number,
): Promise<void> {
  if (await findsWaiting(trx, stationId, again)) return;
  const isLater = again || (await isCutting(trx, stationId));
  await addJob(
    trx,
    'telemetry.recut',
    { stationId, ...(again ? { again } : {}) },
    {
      priority: await turnOfStation(trx, 'telemetry.recut', stationId),
      ...(isLater ? { startAfter: now + SETTLED_MS } : {}),
    },
  );
}

/** Whether a job of the station waits. After an edit it is one that is followed by another, too; no server takes it before the edit is committed. */
async function findsWaiting(trx: Transaction<Tables>, stationId: number, again: true | undefined) {
  const data = again ? sql`data` : sql`${JSON.stringify({ stationId })}::jsonb`;
  const { rows } = await sql`
    UPDATE jobs.job SET data = ${data}
     WHERE name = 'telemetry.recut' AND state IN ('created', 'retry') AND data->>'stationId' = ${String(stationId)}
    RETURNING id`.execute(trx);
  return rows.length > 0;
}

async function isCutting(trx: Transaction<Tables>, stationId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM jobs.job
     WHERE name = 'telemetry.recut' AND state = 'active' AND data->>'stationId' = ${String(stationId)}`.execute(
    trx,
  );
  return rows.length > 0;
}
