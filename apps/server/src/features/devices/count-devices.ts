import { DEVICE_STATUSES, type DeviceStatus } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { createSharedAnswers } from '../../platform/shared-answers.ts';
import { deviceCondition, type DeviceFilter, type ScopedActor } from './device-filter.ts';
import { deviceSource } from './device-source.ts';

type Counts = Record<DeviceStatus, number>;

/** Counts of so many are kept; fewer devices are counted each time. */
const MANY = 20_000;
const KEEP_MS = 5000;
const MOST_KEPT = 200;

/** How many devices there are by status, under scope and filter. */
export type CountDevices = (scoped: ScopedActor, filter: DeviceFilter) => Promise<Counts>;

/** Counts of very many devices are five seconds old at most: whoever pages or sorts a large list does not count it again. */
export function createDeviceCounts({ db }: Pick<Platform, 'db'>): CountDevices {
  const answers = createSharedAnswers<Counts>({
    keepMs: KEEP_MS,
    keeps: (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0) >= MANY,
    most: MOST_KEPT,
    now: () => performance.now(),
  });
  return async (scoped, filter) => {
    const query = sql<{ status: DeviceStatus; n: number }>`
      SELECT state.status, count(*) AS n FROM ${deviceSource({ filter })}
      WHERE ${deviceCondition(scoped, filter)} GROUP BY state.status`.compile(db);
    // The statement holds the scope with whom it is of, so that nobody gets the counts of somebody who sees other devices.
    return answers.get(JSON.stringify([query.sql, query.parameters]), async () => {
      const { rows } = await db.executeQuery(query);
      const counts = Object.fromEntries(DEVICE_STATUSES.map((status) => [status, 0])) as Counts;
      for (const row of rows) counts[row.status] = row.n;
      return counts;
    });
  };
}
