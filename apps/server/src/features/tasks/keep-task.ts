import { LIMITS, type RouteRequest, type routes, type Task } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { homeOf } from '../../platform/home-of.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { checkRun } from '../instructions/index.ts';
import { customerOf, leavesRoom } from '../organisations/index.ts';
import { knownZone } from '../stations/index.ts';
import { requireTask } from './require-task.ts';
import { nextTimes, scheduleFault } from './task-times.ts';
import { viewTasks } from './task-view.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text'>;
type Input = RouteRequest<(typeof routes)['createTask']>['body'];

/**
 * Keeps a task; one without a time begins at once. Throws AppError: noDataPermission (no organisation), invalidInput, tooManyTasks, and what `checkRun`
 * of instructions throws.
 */
export async function createTask(platform: Parts, context: RequestContext, input: Input): Promise<Task> {
  const { db, clock } = platform;
  const { actor } = context;
  const organisationId = homeOf(actor);
  const values = await readTask(platform, context, { input, path: 'body' });
  return db.transaction().execute(async (trx) => {
    await requireRoom(trx, actor, organisationId);
    const { id } = await trx
      .insertInto('tasks')
      .values({ ...values, organisationId, userId: actor.userId, createdAt: new Date(clock.now()) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'tasks.create',
      objectType: 'task',
      objectId: id,
      organisationId,
      after: { name: input.name, ...input.schedule },
    });
    return planned(trx, { id, nextAt: values.nextAt });
  });
}

/**
 * Throws AppError `tooManyTasks` where an organisation has no room for one more that will begin, or somebody who reaches a part of it alone, as a service provider, would leave
 * too little to the others. Others who plan one wait until the transaction ends.
 */
async function requireRoom(trx: Transaction<Tables>, actor: Actor, organisationId: number): Promise<void> {
  await holdSubjects(trx, [`tasks of ${organisationId}`]);
  const customerId = await customerOf(trx, actor, organisationId);
  const { rows } = await sql<{ used: number; own: number }>`
    SELECT count(*) AS used, count(*) FILTER (WHERE user_id = ${customerId}::bigint) AS own
      FROM tasks WHERE organisation_id = ${organisationId} AND (next_at IS NOT NULL OR suspended)`.execute(
    trx,
  );
  const most = LIMITS.tasksOpen;
  const { used, own } = rows[0]!;
  if (used >= most) throw new AppError('tooManyTasks', { most });
  if (!leavesRoom(customerId, { most, used, own }, 1)) throw new AppError('tooManyTasks', { most: used });
}

/** Changes a task over the revision that was read; it goes on by the right of whoever changed it. Throws AppError: taskNotFound, taskChanged, and as `createTask`. */
export async function updateTask(
  platform: Parts,
  context: RequestContext,
  { id, task, revision }: { id: number; task: Input; revision: number },
): Promise<Task> {
  const values = await readTask(platform, context, { input: task, path: 'body.task' });
  return platform.db.transaction().execute(async (trx) => {
    const before = await requireTask(trx, context.actor, { id, permission: 'operations.run' });
    if (before.revision !== revision) throw new AppError('taskChanged', { id });
    // One that is over begins again by this.
    if (before.nextAt === null && !before.suspended)
      await requireRoom(trx, context.actor, before.organisationId);
    await trx
      .updateTable('tasks')
      .set({ ...values, userId: context.actor.userId, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'tasks.edit',
      objectType: 'task',
      objectId: id,
      organisationId: before.organisationId,
      before: { name: before.name, ...before.schedule },
      after: { name: task.name, ...task.schedule },
    });
    return planned(trx, { id, nextAt: values.nextAt });
  });
}

/** The next times of a schedule. Throws AppError `invalidInput`. */
export async function previewTask(
  platform: Parts,
  context: RequestContext,
  { schedule, timeZone }: Pick<Input, 'schedule' | 'timeZone'>,
): Promise<{ next: number[] }> {
  const zone = await requirePlan(platform, context, { schedule, timeZone, path: 'body' });
  return { next: nextTimes(schedule, { timeZone: zone, after: platform.clock.now(), count: 5 }) };
}

/** A task as its row keeps it. */
async function readTask(
  platform: Parts,
  context: RequestContext,
  { input, path }: { input: Input; path: string },
) {
  const { schedule, window, target, instructionSetId, timeZone, ...rest } = input;
  const zone = await requirePlan(platform, context, { schedule, timeZone, path });
  const { set } = await checkRun(platform, context, {
    setId: instructionSetId,
    target,
    dryRun: false,
    approved: false,
  });
  const now = platform.clock.now();
  const [next] =
    schedule.kind === 'now' ? [now] : nextTimes(schedule, { timeZone: zone, after: now, count: 1 });
  if (next === undefined)
    throw brokenRule(
      { language: context.language, text: platform.text },
      `${path}.schedule.at`,
      'momentInvalid',
    );
  return {
    ...rest,
    instructionSetId,
    setDigest: set.digest,
    timeZone: zone,
    target: JSON.stringify(target),
    schedule: JSON.stringify(schedule),
    beginWindow: window && JSON.stringify(window),
    nextAt: new Date(next),
  };
}

/** The zone in its own spelling. */
async function requirePlan(
  { db, text }: Parts,
  { language }: RequestContext,
  { schedule, timeZone, path }: Pick<Input, 'schedule' | 'timeZone'> & { path: string },
): Promise<string> {
  const words = { language, text };
  const zone = await knownZone(db, timeZone);
  if (zone === undefined) throw brokenRule(words, `${path}.timeZone`, 'timeZoneInvalid');
  const fault = scheduleFault(schedule, zone);
  if (fault) throw brokenRule(words, `${path}.schedule.expression`, fault);
  return zone;
}

/** Has servers look when the task is due. */
async function planned(
  trx: Transaction<Tables>,
  { id, nextAt }: { id: number; nextAt: Date },
): Promise<Task> {
  await addJob(trx, 'tasks.begin', {}, { startAfter: nextAt.getTime() });
  const where = sql<SqlBool>`tasks.id = ${id}`;
  return (await viewTasks(trx, { where, end: sql`` }))[0]!;
}
