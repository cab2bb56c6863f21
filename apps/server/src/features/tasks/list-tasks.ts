import {
  type RouteOutput,
  type RouteRequest,
  type routes,
  TASK_STATES,
  type TaskState,
} from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { contains, limitTo, toPage, type Paging } from '../../platform/postgres/list-query.ts';
import { taskScope } from './task-scope.ts';
import { taskState, viewTaskRuns, viewTasks } from './task-view.ts';

type Route = (typeof routes)['listTasks'];

/** A page of the tasks of the actor's organisations. */
export async function listTasks(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { id, q, state, timed, ...paging }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const searched = sql<SqlBool>`${taskScope(actor, 'operations.view')}
    AND ${id === undefined ? sql`true` : sql`tasks.id = ${id}`}
    AND ${q ? contains('tasks.name', q) : sql`true`}
    AND ${timed === undefined ? sql`true` : sql`(tasks.schedule ->> 'kind' <> 'now') = ${timed}`}`;
  const where = state ? sql<SqlBool>`${searched} AND ${taskState} = ANY(${[...state]}::text[])` : searched;
  const [rows, counted] = await Promise.all([
    viewTasks(db, { where, end: limitTo(paging) }),
    sql<{ state: TaskState; n: number }>`
      SELECT state, count(*) AS n FROM (SELECT ${taskState} AS state FROM tasks WHERE ${searched}) AS each_task GROUP BY state`.execute(
      db,
    ),
  ]);
  const byState = new Map(counted.rows.map((row) => [row.state, row.n]));
  const counts = Object.fromEntries(TASK_STATES.map((one) => [one, byState.get(one) ?? 0])) as Record<
    TaskState,
    number
  >;
  const total = [...(state ?? TASK_STATES)].reduce((sum: number, one) => sum + counts[one], 0);
  return { ...toPage(paging, total, rows), counts };
}

/** When a task was due. Throws AppError `taskNotFound`. */
export async function listTaskRuns(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { id, ...paging }: Paging & { id: number },
): Promise<RouteOutput<(typeof routes)['listTaskRuns']>> {
  const { rows: found } = await sql<{ total: number }>`
    SELECT (SELECT count(*) FROM task_runs WHERE task_id = tasks.id) AS total FROM tasks WHERE tasks.id = ${id} AND ${taskScope(actor, 'operations.view')}`.execute(
    db,
  );
  if (!found[0]) throw new AppError('taskNotFound', { id });
  return toPage(paging, found[0].total, await viewTaskRuns(db, { taskId: id, end: limitTo(paging) }));
}
