import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { requireStation } from '../stations/index.ts';
import { taskScope } from './task-scope.ts';
import { beginOrder, taskState, viewTasks } from './task-view.ts';

type Route = (typeof routes)['listStationTasks'];

/** Tasks of the actor's organisations that would do something at a station as it is now. Throws AppError `stationNotFound`. */
export async function listStationTasks(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  stationId: number,
  { state, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  await requireStation(db, actor, stationId, 'operations.view');
  const inState = state && state.length > 0 ? sql`${taskState} = ANY(${[...state]}::text[])` : sql`true`;
  const { rows: found } = await sql<{ total: number; ids: number[] }>`
    WITH ${subjectsOf(stationId)},
    reached AS MATERIALIZED (
      SELECT id, suspended, next_at FROM tasks WHERE ${taskScope(actor, 'operations.view')} AND ${inState} AND ${reaches(stationId)})
    SELECT (SELECT count(*) FROM reached) AS total,
           ARRAY(SELECT id FROM reached ORDER BY ${beginOrder('reached')} ${limitTo(paging)}) AS ids`.execute(
    db,
  );
  const { total, ids } = found[0]!;
  const where = sql<SqlBool>`tasks.id = ANY(${ids}::bigint[])`;
  return toPage(paging, total, await viewTasks(db, { where, end: sql`` }));
}

/** What targets may name of a station. One task may name thousands of devices, and each of them is looked up in these. */
const subjectsOf = (stationId: number) => sql`
  own_devices AS MATERIALIZED (SELECT id FROM devices WHERE station_id = ${stationId}),
  own_labels AS MATERIALIZED (
    SELECT label_id AS id FROM station_labels WHERE station_id = ${stationId}
    UNION SELECT label_id FROM device_labels JOIN own_devices ON own_devices.id = device_id),
  own_batches AS MATERIALIZED (
    SELECT DISTINCT batch_id AS id FROM device_batch_devices JOIN own_devices ON own_devices.id = device_id)`;

const names = (what: 'deviceIds' | 'labelIds' | 'batchIds', table: string) => sql<SqlBool>`EXISTS (
  SELECT FROM jsonb_array_elements(tasks.target -> ${sql.lit(what)}) named WHERE named::bigint IN (SELECT id FROM ${sql.table(table)}))`;

/** Condition on `tasks`: the target names the station, a device of it, a label of either, or a batch with a device of it. */
const reaches = (
  stationId: number,
) => sql<SqlBool>`(tasks.target -> 'stationIds' @> to_jsonb(${stationId}::bigint)
  OR ${names('labelIds', 'own_labels')} OR ${names('batchIds', 'own_batches')} OR ${names('deviceIds', 'own_devices')})`;
