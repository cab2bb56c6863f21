import { LIMITS, type RouteOutput, type routes } from '@sunfleet/contract';
import { describeParameter } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { countWrites } from '../commands/index.ts';
import { requireDevice } from '../devices/index.ts';
import { isTold } from '../scope/index.ts';
import { findParameters } from './find-parameters.ts';

type Answer = RouteOutput<(typeof routes)['listParameters']>;
type Change = Answer['changes'][number];

const MOST_CHANGES = 50;

/** What can be set on a device, without asking it. Throws AppError as `findParameters`. */
export async function listParameters(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  deviceId: number,
): Promise<Answer> {
  const found = await findParameters(db, actor, { deviceId, permission: 'parameters.read' });
  const [writes, dangerous, used, queue, changes, last] = await Promise.all([
    mayDo(db, actor, deviceId, 'parameters.write'),
    mayDo(db, actor, deviceId, 'parameters.dangerous'),
    countWrites(db, deviceId, clock.now()),
    readQueue(db, actor, deviceId),
    readChanges(db, actor, deviceId, { newestOfEach: false }),
    readChanges(db, actor, deviceId, { newestOfEach: true }),
  ]);
  const changed = new Map(last.map((change) => [change.key, change]));
  return {
    parameters: found.parameters.map((each) => ({
      ...describeParameter(each),
      maySet: each.risk === 'low' ? writes : dangerous,
      changed: changed.get(each.key) ?? null,
    })),
    budget: { used, most: LIMITS.deviceWritesPerDay },
    queue,
    changes,
  };
}

async function mayDo(
  db: Db,
  actor: Actor,
  deviceId: number,
  permission: 'parameters.write' | 'parameters.dangerous',
): Promise<boolean> {
  if (!may(actor, permission)) return false;
  try {
    await requireDevice(db, actor, deviceId, permission);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.key === 'deviceNotFound') return false;
    throw error;
  }
}

/** Runs of the actor's side, and what that one began. */
async function readQueue(db: Db, actor: Actor, deviceId: number): Promise<Answer['queue']> {
  const told = isTold(actor, {
    at: sql`runs.created_at`,
    by: sql`runs.user_id`,
    organisation: sql`runs.organisation_id`,
  });
  const { rows } = await sql<{ runId: number; userId: number | null; name: string | null; running: boolean }>`
    SELECT runs.id AS run_id, users.id AS user_id, users.name, one.state = 'running' AS running
      FROM run_devices one JOIN runs ON runs.id = one.run_id LEFT JOIN users ON users.id = runs.user_id LEFT JOIN stations ON stations.id = one.station_id
     WHERE one.device_id = ${deviceId} AND one.state IN ('running', 'waiting') AND runs.ended_at IS NULL
       AND one.station_id IS NOT DISTINCT FROM (SELECT station_id FROM devices WHERE id = ${deviceId}) AND (stations.id IS NULL OR ${told})
     ORDER BY one.state, runs.id LIMIT 20`.execute(db);
  return rows.map(({ runId, userId, name, running }) => ({
    runId,
    by: personOf(userId, name),
    running,
  }));
}

interface ChangeRow extends Omit<Change, 'at' | 'by'> {
  at: Date;
  userId: number | null;
  name: string | null;
}

/** What people changed since the station is the actor's side's, newest first: all of it, or the newest of each parameter. */
async function readChanges(
  db: Db,
  actor: Actor,
  deviceId: number,
  { newestOfEach }: { newestOfEach: boolean },
): Promise<Change[]> {
  const columns = sql`changes.id, changes.key, changes.at, changes.before, changes.after, changes.wanted, changes.state, changes.failure,
    changes.reason, users.id AS user_id, users.name`;
  const told = isTold(actor, { at: sql`changes.at`, by: sql`changes.user_id` });
  const from = sql`parameter_changes changes LEFT JOIN users ON users.id = changes.user_id
    JOIN devices ON devices.id = changes.device_id LEFT JOIN stations ON stations.id = devices.station_id
    WHERE changes.device_id = ${deviceId} AND (stations.id IS NULL OR ${told})`;
  const { rows } = await (
    newestOfEach
      ? sql<ChangeRow>`SELECT DISTINCT ON (changes.key) ${columns} FROM ${from} AND changes.state = 'done' ORDER BY changes.key, changes.id DESC`
      : sql<ChangeRow>`SELECT ${columns} FROM ${from} ORDER BY changes.id DESC LIMIT ${MOST_CHANGES}`
  ).execute(db);
  return rows.map(({ at, userId, name, ...change }) => ({
    ...change,
    at: at.getTime(),
    by: personOf(userId, name),
  }));
}
