import {
  RUN_DEVICE_STATES,
  type RunDeviceState,
  type Task,
  type TaskRun,
  type TaskRunState,
  type TaskSchedule,
  type TaskState,
} from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { createBreath } from '../../platform/breath.ts';
import { personOf } from '../../platform/person-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { nextTimes } from './task-times.ts';

/** Times that are told of each task. */
const TOLD = 5;

/** Column on `tasks`: how far a task is. */
export const taskState: RawBuilder<TaskState> = sql<TaskState>`
  CASE WHEN tasks.suspended THEN 'suspended'
    WHEN EXISTS (SELECT 1 FROM task_runs ran JOIN runs ON runs.id = ran.run_id WHERE ran.task_id = tasks.id AND runs.ended_at IS NULL) THEN 'executing'
    WHEN tasks.next_at IS NOT NULL THEN 'waiting' ELSE 'finished' END`;

/** Those that begin next at first. `of`: tasks, or what has their columns. */
export const beginOrder = (of: 'tasks' | 'reached') => {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql`${column('suspended')}, ${column('nextAt')} NULLS LAST, ${column('id')} DESC`;
};

interface RunRow {
  dueAt: Date;
  at: Date;
  state: TaskRunState;
  reason: string | null;
  runId: number | null;
  counts: Partial<Record<RunDeviceState, number>> | null;
}

interface TaskRow extends Omit<Task, 'by' | 'createdAt' | 'next' | 'last' | 'window'> {
  schedule: TaskSchedule;
  window: Task['window'];
  userId: number | null;
  userName: string | null;
  createdAt: Date;
  nextAt: Date | null;
}

/** Tasks under a condition on them, those that begin next at first. */
export async function viewTasks(
  db: Db,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<Task[]> {
  const { rows } = await sql<TaskRow>`
    SELECT tasks.id, tasks.name, tasks.instruction_set_id, sets.name AS instruction_set, tasks.target, tasks.schedule, tasks.time_zone,
           tasks.begin_window AS window, tasks.missed, tasks.concurrency, tasks.minutes, tasks.reason, ${taskState} AS state,
           users.id AS user_id, users.name AS user_name, tasks.created_at, tasks.next_at, tasks.revision
      FROM tasks LEFT JOIN users ON users.id = tasks.user_id LEFT JOIN instruction_sets sets ON sets.id = tasks.instruction_set_id
     WHERE ${where} ORDER BY ${beginOrder('tasks')} ${end}`.execute(db);
  const last = await lastRuns(
    db,
    rows.map(({ id }) => id),
  );
  const breathe = createBreath();
  const tasks: Task[] = [];
  for (const { userId, userName, createdAt, nextAt, ...task } of rows) {
    await breathe();
    tasks.push({
      ...task,
      by: personOf(userId, userName),
      createdAt: createdAt.getTime(),
      next: nextAt === null ? [] : [nextAt.getTime(), ...timesAfter(task, nextAt.getTime())],
      last: last.get(task.id) ?? null,
    });
  }
  return tasks;
}

const timesAfter = (
  { schedule, timeZone }: TaskRow | Omit<TaskRow, 'userId' | 'userName' | 'createdAt' | 'nextAt'>,
  after: number,
) => nextTimes(schedule, { timeZone, after, count: TOLD - 1 });

/** A task that begins every five minutes has a hundred thousand runs within a year: the devices of the last one alone are counted. */
async function lastRuns(db: Db, ids: readonly number[]): Promise<Map<number, TaskRun>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RunRow & { taskId: number }>`
    SELECT ran.task_id, ${RUN_COLUMNS} FROM unnest(${[...ids]}::bigint[]) AS asked (id) CROSS JOIN LATERAL (
      SELECT * FROM task_runs WHERE task_id = asked.id ORDER BY due_at DESC LIMIT 1) AS ran`.execute(db);
  return new Map(rows.map(({ taskId, ...row }) => [taskId, toRun(row)]));
}

const RUN_COLUMNS = sql`ran.due_at, ran.at, ran.state, ran.reason, ran.run_id,
  CASE WHEN ran.run_id IS NOT NULL THEN (SELECT coalesce(jsonb_object_agg(state, n), '{}') FROM (
    SELECT state, count(*) AS n FROM run_devices WHERE run_devices.run_id = ran.run_id GROUP BY state) counted) END AS counts`;

/** When a task was due, newest first. */
export async function viewTaskRuns(
  db: Db,
  { taskId, end }: { taskId: number; end: RawBuilder<unknown> },
): Promise<TaskRun[]> {
  const { rows } = await sql<RunRow>`
    SELECT ${RUN_COLUMNS} FROM task_runs ran WHERE ran.task_id = ${taskId} ORDER BY ran.due_at DESC ${end}`.execute(
    db,
  );
  return rows.map(toRun);
}

const toRun = ({ dueAt, at, counts, ...run }: RunRow): TaskRun => ({
  ...run,
  dueAt: dueAt.getTime(),
  at: at.getTime(),
  devices:
    counts &&
    (Object.fromEntries(RUN_DEVICE_STATES.map((state) => [state, counts[state] ?? 0])) as Record<
      RunDeviceState,
      number
    >),
});
