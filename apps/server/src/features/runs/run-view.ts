import { RUN_DEVICE_STATES, type Run, type RunDeviceState, type RunKind } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { ENDED_BADLY, isTooOld, mayBegin, mayDirect, runScope } from './run-scope.ts';

interface Row extends Omit<Run, 'by' | 'createdAt' | 'expiresAt' | 'endedAt' | 'devices'> {
  mayRead: boolean;
  userId: number | null;
  userName: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  endedAt: Date | null;
  counts: Partial<Record<RunDeviceState, number>>;
}

interface RunsOfList {
  where: RawBuilder<SqlBool>;
  end: RawBuilder<unknown>;
  /** Counts only devices that were there when it was started. */
  stationId?: number | null;
}

/** Kinds that are called by what they are about beside their devices, as a station or labels. */
const CALLED_BY_OTHERS: readonly RunKind[] = ['move', 'label'];

/**
 * Runs under a condition on them, newest first, each with how many of its devices are how far. Where somebody reaches a station alone, it is not told to which other one devices
 * were moved from it, nor how labels of an organisation are called.
 */
export async function viewRuns(
  db: Db,
  actor: Actor,
  { where, end, stationId = null }: RunsOfList,
): Promise<(Run & { mayRead: boolean })[]> {
  const { rows } = await sql<Row>`
    SELECT runs.id, runs.kind, CASE WHEN runs.kind <> ALL(${[...CALLED_BY_OTHERS]}::text[]) OR ${runScope(actor)} THEN runs.name ELSE '' END AS name, runs.state, runs.dry_run, runs.reason, runs.created_at, runs.expires_at, runs.ended_at,
           users.id AS user_id, users.name AS user_name, ${mayDirect(actor)} AS may_direct, ${runScope(actor)} AS may_read,
           (runs.ended_at IS NULL AND runs.state = 'suspended' AND ${mayDirect(actor)} AND ${mayBegin(actor)}) AS may_resume,
           (runs.ended_at IS NOT NULL AND NOT ${isTooOld(actor.at)} AND ${mayDirect(actor)} AND ${mayBegin(actor)}
             AND EXISTS (SELECT 1 FROM run_devices WHERE run_id = runs.id AND ${ENDED_BADLY})) AS may_retry,
           (SELECT coalesce(jsonb_object_agg(state, n), '{}') FROM (
             SELECT state, count(*) AS n FROM run_devices
              WHERE run_id = runs.id AND ${stationId === null ? sql`true` : sql`station_id = ${stationId}`} GROUP BY state) counted) AS counts
      FROM runs LEFT JOIN users ON users.id = runs.user_id WHERE ${where}
     ORDER BY runs.id DESC ${end}`.execute(db);
  return rows.map(({ userId, userName, counts, createdAt, expiresAt, endedAt, ...run }) => ({
    ...run,
    by: personOf(userId, userName),
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
    devices: Object.fromEntries(RUN_DEVICE_STATES.map((state) => [state, counts[state] ?? 0])) as Record<
      RunDeviceState,
      number
    >,
  }));
}
