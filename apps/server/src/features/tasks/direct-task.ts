import type { AuditAction, Task } from '@sunfleet/contract';
import { sql, type Selectable, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TasksTable } from '../../platform/postgres/tables/tasks.ts';
import { setOpenRuns } from '../runs/index.ts';
import { noteRun, startTaskRun } from './begin-tasks.ts';
import { requireTask } from './require-task.ts';
import { nextTimes } from './task-times.ts';
import { viewTasks } from './task-view.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

interface Change {
  action: AuditAction;
  fits: (task: Selectable<TasksTable>, isRunning: boolean) => boolean;
  change: (trx: Transaction<Tables>, task: Selectable<TasksTable>) => Promise<unknown>;
}

/** Throws AppError: taskNotFound, taskNotOpen where the task is not in a state for it. */
async function direct(
  { db }: Parts,
  context: RequestContext,
  { id, action, fits, change }: Change & { id: number },
): Promise<Task> {
  return db.transaction().execute(async (trx) => {
    const task = await requireTask(trx, context.actor, { id, permission: 'operations.run' });
    const running = await openRuns(trx, id);
    if (!fits(task, running.length > 0)) throw new AppError('taskNotOpen');
    await change(trx, task);
    await writeAudit(trx, context, {
      action,
      objectType: 'task',
      objectId: id,
      organisationId: task.organisationId,
    });
    const where = sql<SqlBool>`tasks.id = ${id}`;
    return (await viewTasks(trx, { where, end: sql`` }))[0]!;
  });
}

async function openRuns(trx: Transaction<Tables>, taskId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('taskRuns as ran')
    .innerJoin('runs', 'runs.id', 'ran.runId')
    .select('runs.id')
    .where('ran.taskId', '=', taskId)
    .where('runs.endedAt', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Begins a task now, beside its times. */
export const startTask = (platform: Parts, context: RequestContext, id: number): Promise<Task> =>
  direct(platform, context, {
    id,
    action: 'tasks.run',
    fits: ({ suspended }, isRunning) => !suspended && !isRunning,
    async change(trx, task) {
      const now = new Date(platform.clock.now());
      // By the right of who starts it, not of who planned it.
      const runId = await startTaskRun({ ...platform, trx }, { ...task, userId: context.actor.userId });
      await noteRun(trx, id, { dueAt: now, at: now, state: 'started', runId });
    },
  });

export const suspendTask = (platform: Parts, context: RequestContext, id: number): Promise<Task> =>
  direct(platform, context, {
    id,
    action: 'tasks.suspend',
    fits: ({ suspended, nextAt }, isRunning) => !suspended && (isRunning || nextAt !== null),
    async change(trx) {
      await trx.updateTable('tasks').set({ suspended: true }).where('id', '=', id).execute();
      await setOpenRuns(trx, { ids: await openRuns(trx, id), state: 'suspended', now: platform.clock.now() });
    },
  });

/** Times that passed meanwhile are over; one that is to come once and passed is done now. */
export const resumeTask = (platform: Parts, context: RequestContext, id: number): Promise<Task> =>
  direct(platform, context, {
    id,
    action: 'tasks.resume',
    fits: ({ suspended }) => suspended,
    async change(trx, task) {
      const now = platform.clock.now();
      const isPassed = task.nextAt !== null && task.nextAt.getTime() <= now;
      const [next] = nextTimes(task.schedule, { timeZone: task.timeZone, after: now, count: 1 });
      const nextAt = isPassed ? new Date(next ?? now) : task.nextAt;
      await trx.updateTable('tasks').set({ suspended: false, nextAt }).where('id', '=', id).execute();
      if (nextAt) await addJob(trx, 'tasks.begin', {}, { startAfter: nextAt.getTime() });
      await setOpenRuns(trx, { ids: await openRuns(trx, id), state: 'executing', now });
    },
  });

export const stopTask = (platform: Parts, context: RequestContext, id: number): Promise<Task> =>
  direct(platform, context, {
    id,
    action: 'tasks.stop',
    fits: ({ suspended, nextAt }, isRunning) => suspended || isRunning || nextAt !== null,
    async change(trx) {
      await trx.updateTable('tasks').set({ suspended: false, nextAt: null }).where('id', '=', id).execute();
      await setOpenRuns(trx, { ids: await openRuns(trx, id), state: 'stopped', now: platform.clock.now() });
    },
  });

/** Removes a task that does not execute. Throws AppError: taskNotFound, taskNotOpen. */
export async function deleteTask(
  { db }: Pick<Parts, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const task = await requireTask(trx, context.actor, { id, permission: 'operations.manage' });
    if ((await openRuns(trx, id)).length > 0) throw new AppError('taskNotOpen');
    await trx.deleteFrom('tasks').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'tasks.delete',
      objectType: 'task',
      objectId: id,
      organisationId: task.organisationId,
      before: { name: task.name },
    });
  });
  return null;
}
