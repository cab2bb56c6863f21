import type { RouteOutput, RouteRequest, RunDevice, routes } from '@sunfleet/contract';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { numberThen } from '../devices/index.ts';
import { readDeviceScope } from '../scope/index.ts';
import { requireRun, runScope } from './run-scope.ts';

type Route = (typeof routes)['listRunDevices'];

const devices = expressionBuilder<Tables, 'devices'>();

interface Row extends Omit<RunDevice, 'device' | 'startedAt' | 'endedAt' | 'behind'> {
  id: number;
  sn: string;
  name: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  isBusy: boolean;
  busyRun: number | null;
  busyUser: number | null;
  busyName: string | null;
}

/** Devices of a run in the actor's scope, in their order. Throws AppError `runNotFound`. */
export async function listRunDevices(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  id: number,
  { state, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  await requireRun(db, actor, id);
  const scope = await readDeviceScope(db, actor, 'parameters.read');
  // Who unbound a device sees its number here still, and nothing else of it, nor the number of what took its place at its next owner.
  const unbound = sql<SqlBool>`(one.state = 'done' AND EXISTS (SELECT 1 FROM runs WHERE runs.id = one.run_id AND runs.kind = 'unbind'))`;
  const where = sql<SqlBool>`one.run_id = ${id} AND (${scope(devices)} OR ${unbound}) AND ${state === undefined ? sql`true` : sql`one.state = ${state}`}`;
  const began = sql`(SELECT begun.created_at FROM runs AS begun WHERE begun.id = one.run_id)`;
  const sn = sql`CASE WHEN ${scope(devices)} THEN devices.sn ELSE coalesce(${numberThen(began)}, devices.sn) END`;
  // Who of another organisation works there is not told: where a station was granted, its people are strangers.
  const ofOwn = sql<SqlBool>`(${runScope(actor)} OR runs.organisation_id = ${actor.organisationId}::bigint)`;
  const from = sql`run_devices one JOIN devices ON devices.id = one.device_id`;
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      SELECT devices.id, ${sn} AS sn, CASE WHEN ${scope(devices)} THEN devices.name END AS name, one.state, one.attempt, one.failure, one.detail, one.steps, one.started_at, one.ended_at,
             busy.run_id IS NOT NULL AS is_busy, runs.id AS busy_run, users.id AS busy_user, users.name AS busy_name
        FROM ${from}
        LEFT JOIN run_devices busy ON busy.device_id = one.device_id AND busy.state = 'running' AND one.state = 'waiting'
        LEFT JOIN runs ON runs.id = busy.run_id AND ${ofOwn} LEFT JOIN users ON users.id = runs.user_id
       WHERE ${where} ORDER BY one.position ${limitTo(paging)}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM ${from} WHERE ${where}`.execute(db),
  ]);
  const views = rows.map(
    ({
      id: deviceId,
      sn: number,
      name,
      startedAt,
      endedAt,
      isBusy,
      busyRun,
      busyUser,
      busyName,
      ...row
    }): RunDevice => ({
      ...row,
      device: { id: deviceId, sn: number, name },
      startedAt: startedAt?.getTime() ?? null,
      endedAt: endedAt?.getTime() ?? null,
      behind: isBusy ? { runId: busyRun, by: personOf(busyUser, busyName) } : null,
    }),
  );
  return toPage(paging, counted.rows[0]!.total, views);
}
