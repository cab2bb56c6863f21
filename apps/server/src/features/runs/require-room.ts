import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

/** Whose runs count together: those of an organisation, or of somebody without one. */
export const SIDE = sql<number>`coalesce(runs.organisation_id, -runs.user_id, 0)`;

/**
 * Throws AppError `tooManyRuns` where the open runs of one side, with one of so many devices that is not open yet, would be more than the servers look
 * through in little time. Others who begin one wait until the transaction ends.
 */
export async function requireRoomForRun(
  trx: Transaction<Tables>,
  { side, devices }: { side: number; devices: number },
): Promise<void> {
  await holdSubjects(trx, [`runs of ${side}`]);
  const { rows } = await sql<{ runs: number; devices: number }>`
    SELECT count(*) AS runs, coalesce(sum((SELECT count(*) FROM run_devices WHERE run_id = runs.id AND state = 'waiting')), 0)::bigint AS devices
      FROM runs WHERE runs.ended_at IS NULL AND ${SIDE} = ${side}::bigint`.execute(trx);
  const { runs: most, devices: mostDevices } = { runs: LIMITS.runsOpen, devices: LIMITS.runDevicesOpen };
  const open = rows[0]!;
  if (open.runs >= most || open.devices + devices > mostDevices)
    throw new AppError('tooManyRuns', { most, devices: mostDevices });
}
