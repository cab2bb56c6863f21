import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

const HOUR_MS = 3_600_000;

/** Whose runs count together: those of an organisation, or of somebody without one. */
export const SIDE = sql<number>`coalesce(runs.organisation_id, -runs.user_id, 0)`;

/** How many devices a run counts as: what it does takes room, too. */
export const WEIGHT = sql<number>`greatest(runs.devices, ${LIMITS.runDevicesLeast}::int)`;

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

/** Throws AppError `runsOfHour` where a new run would reach more devices than those of one side may within an hour. After `requireRoomForRun`, which holds the side. */
export async function requireRoomInHour(
  trx: Transaction<Tables>,
  { side, devices, now }: { side: number; devices: number; now: number },
): Promise<void> {
  const { rows } = await sql<{ devices: number }>`
    SELECT coalesce(sum(${WEIGHT}), 0)::bigint AS devices FROM runs
     WHERE ${SIDE} = ${side}::bigint AND created_at > ${new Date(now - HOUR_MS)}`.execute(trx);
  const most = LIMITS.runDevicesHour;
  if (rows[0]!.devices + Math.max(devices, LIMITS.runDevicesLeast) > most)
    throw new AppError('runsOfHour', { most });
}
