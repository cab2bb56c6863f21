import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { SIDE, WEIGHT } from './require-room.ts';

/** Runs of one transaction: each may have ten thousand devices. */
const AT_ONCE = 20;

/**
 * Forgets the oldest runs of each side that are over, beyond the devices that are kept: whoever begins and stops runs without end would fill the
 * store. The audit log still names them. The job `runs.forget`.
 */
export async function forgetRuns({ db }: Pick<Platform, 'db'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { numAffectedRows } = await sql`
      DELETE FROM runs WHERE id IN (
        SELECT id FROM (
          SELECT id, sum(${WEIGHT}) OVER (PARTITION BY ${SIDE} ORDER BY id DESC) AS kept FROM runs WHERE ended_at IS NOT NULL
        ) AS ended
        WHERE kept > ${LIMITS.runDevicesKept}::bigint LIMIT ${AT_ONCE})`.execute(db);
    if (!numAffectedRows) return;
  }
}
