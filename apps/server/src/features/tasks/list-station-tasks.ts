import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { requireStation } from '../stations/index.ts';
import { taskScope } from './task-scope.ts';
import { taskState, viewTasks } from './task-view.ts';

type Route = (typeof routes)['listStationTasks'];

/** Tasks of the actor's organisations that would do something at a station as it is now. Throws AppError `stationNotFound`. */
export async function listStationTasks(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  stationId: number,
  { state, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  await requireStation(db, actor, stationId, 'operations.view');
  const where = sql<SqlBool>`${taskScope(actor)} AND ${reaches(stationId)}
    AND ${state && state.length > 0 ? sql`${taskState} = ANY(${[...state]}::text[])` : sql`true`}`;
  const [rows, counted] = await Promise.all([
    viewTasks(db, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM tasks WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}

/** Condition on `tasks`: the target names the station, a device of it, a label of either, or a batch with a device of it. */
const reaches = (stationId: number) => sql<SqlBool>`(
  tasks.target -> 'stationIds' @> to_jsonb(${stationId}::bigint)
  OR EXISTS (SELECT 1 FROM jsonb_array_elements(tasks.target -> 'deviceIds') named JOIN devices ON devices.id = named::bigint
      WHERE devices.station_id = ${stationId})
  OR EXISTS (SELECT 1 FROM jsonb_array_elements(tasks.target -> 'labelIds') named WHERE named::bigint IN (
      SELECT label_id FROM station_labels WHERE station_id = ${stationId}
      UNION ALL SELECT label_id FROM device_labels JOIN devices ON devices.id = device_id WHERE devices.station_id = ${stationId}))
  OR EXISTS (SELECT 1 FROM jsonb_array_elements(tasks.target -> 'batchIds') named JOIN device_batch_devices inside ON inside.batch_id = named::bigint
      JOIN devices ON devices.id = inside.device_id WHERE devices.station_id = ${stationId}))`;
