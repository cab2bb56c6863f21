import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { leavesRoom } from '../organisations/index.ts';

const HOUR_MS = 3_600_000;

/** Whose runs count together: those of an organisation, or of somebody without one. */
export const SIDE = sql<number>`coalesce(runs.organisation_id, -runs.user_id, 0)`;

/** How many devices a run counts as: what it does takes room, too. */
export const WEIGHT = sql<number>`greatest(runs.devices, ${LIMITS.runDevicesLeast}::int)`;

interface Beginning {
  side: number;
  /** Who begins it, where this is a customer of the organisation, who leaves room to the others; null otherwise. */
  customerId: number | null;
  devices: number;
}

/**
 * Throws AppError `tooManyRuns` where the open runs of one side, with one of so many devices that is not open yet, would be more than the servers look
 * through in little time. Others who begin one wait until the transaction ends.
 */
export async function requireRoomForRun(
  trx: Transaction<Tables>,
  { side, customerId, devices }: Beginning,
): Promise<void> {
  await holdSubjects(trx, [`runs of ${side}`]);
  const { rows } = await sql<Record<'runs' | 'ownRuns' | 'devices' | 'ownDevices', number>>`
    SELECT count(*) AS runs, count(*) FILTER (WHERE own) AS own_runs,
           coalesce(sum(waiting), 0)::bigint AS devices, coalesce(sum(waiting) FILTER (WHERE own), 0)::bigint AS own_devices
      FROM (SELECT user_id = ${customerId}::bigint AS own,
                   (SELECT count(*) FROM run_devices WHERE run_id = runs.id AND state = 'waiting') AS waiting
              FROM runs WHERE runs.ended_at IS NULL AND ${SIDE} = ${side}::bigint) AS open`.execute(trx);
  const { runs: most, devices: mostDevices } = { runs: LIMITS.runsOpen, devices: LIMITS.runDevicesOpen };
  const open = rows[0]!;
  const ofRuns = { most, used: open.runs, own: open.ownRuns };
  const ofDevices = { most: mostDevices, used: open.devices, own: open.ownDevices };
  const isFull = open.runs >= most || open.devices + devices > mostDevices;
  if (isFull || !leavesRoom(customerId, ofRuns, 1) || !leavesRoom(customerId, ofDevices, devices))
    throw new AppError('tooManyRuns', { most, devices: mostDevices });
}

/** Throws AppError `runsOfHour` where a new run would reach more devices than those of one side may within an hour. After `requireRoomForRun`, which holds the side. */
export async function requireRoomInHour(
  trx: Transaction<Tables>,
  { side, customerId, devices, now }: Beginning & { now: number },
): Promise<void> {
  const { rows } = await sql<{ used: number; own: number }>`
    SELECT coalesce(sum(${WEIGHT}), 0)::bigint AS used,
           coalesce(sum(${WEIGHT}) FILTER (WHERE user_id = ${customerId}::bigint), 0)::bigint AS own
      FROM runs WHERE ${SIDE} = ${side}::bigint AND created_at > ${new Date(now - HOUR_MS)}`.execute(trx);
  const most = LIMITS.runDevicesHour;
  const { used, own } = rows[0]!;
  const more = Math.max(devices, LIMITS.runDevicesLeast);
  if (used + more > most || !leavesRoom(customerId, { most, used, own }, more))
    throw new AppError('runsOfHour', { most });
}
