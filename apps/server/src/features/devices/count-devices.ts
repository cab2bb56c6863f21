import { DEVICE_STATUSES, type DeviceStatus } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { createSharedAnswers } from '../../platform/shared-answers.ts';
import { deviceCondition, type DeviceFilter, type ScopedActor } from './device-filter.ts';
import { deviceSource } from './device-source.ts';

export type DeviceCounts = Record<DeviceStatus, number>;

/** Counts of so many are kept; fewer devices are counted each time. */
export const MANY = 20_000;
const KEEP_MS = 5000;
const MOST_KEPT = 200;

/** How many devices there are by status, under scope and filter. */
export interface CountDevices {
  count(scoped: ScopedActor, filter: DeviceFilter): Promise<DeviceCounts>;
  /** What was counted for the same question lately. */
  known(scoped: ScopedActor, filter: DeviceFilter): Promise<DeviceCounts> | undefined;
}

/** Counts of very many devices are five seconds old at most: whoever pages or sorts a large list does not count it again. */
export function createDeviceCounts({ db }: Pick<Platform, 'db'>): CountDevices {
  const answers = createSharedAnswers<DeviceCounts>({
    keepMs: KEEP_MS,
    keeps: (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0) >= MANY,
    most: MOST_KEPT,
    now: () => performance.now(),
  });
  const toQuery = (scoped: ScopedActor, filter: DeviceFilter) =>
    sql<{ status: DeviceStatus; n: number }>`
      SELECT state.status, count(*) AS n FROM ${deviceSource({ filter })}
      WHERE ${deviceCondition(scoped, filter)} GROUP BY state.status`.compile(db);
  // The statement holds the scope with whom it is of, so that nobody gets the counts of somebody who sees other devices.
  const keyOf = ({ sql: text, parameters }: ReturnType<typeof toQuery>) => JSON.stringify([text, parameters]);
  return {
    known: (scoped, filter) => answers.known(keyOf(toQuery(scoped, filter))),
    async count(scoped, filter) {
      const query = toQuery(scoped, filter);
      return answers.get(keyOf(query), async () => toCounts((await db.executeQuery(query)).rows));
    },
  };
}

export function toCounts(rows: readonly { status: DeviceStatus; n: number }[]): DeviceCounts {
  const counts = Object.fromEntries(DEVICE_STATUSES.map((status) => [status, 0])) as DeviceCounts;
  for (const row of rows) counts[row.status] = row.n;
  return counts;
}
