import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { settleUpgrades } from './settle-upgrades.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>;

const LOOK_MS = 1000;

/**
 * Goes on with upgrades until none is open: the job `firmware.upgrade`. Devices are told by the runs of their waves; here it is seen what became of
 * them. Any number of servers may do it: rows are ended by conditions, and a wave begins under a lock.
 */
export async function workUpgrades(
  platform: Parts,
  signal: AbortSignal,
  { lookMs = LOOK_MS }: { lookMs?: number } = {},
): Promise<void> {
  const { db } = platform;
  const told = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    await settleUpgrades(platform, told);
    const { rows } = await sql`SELECT 1 FROM firmware_upgrades WHERE ended_at IS NULL LIMIT 1`.execute(db);
    if (rows.length === 0) return;
    await wait(lookMs, undefined, { signal });
  }
}
