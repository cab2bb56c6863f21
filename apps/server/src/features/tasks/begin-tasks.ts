import { FALLBACK_LANGUAGE, type Language, type TaskRunState } from '@sunfleet/contract';
import { sql, type Selectable, type SqlBool, type Transaction } from 'kysely';
import { may } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { TasksTable } from '../../platform/postgres/tables/tasks.ts';
import { languageOf } from '../../platform/text.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { startSet } from '../instructions/index.ts';
import { nextTimes } from './task-times.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text' | 'log'>;

/** A run that begins later than this after its time was missed: no server was there. */
const MISSED_AFTER_MS = 10 * 60_000;

/**
 * Begins what is due: the job `tasks.begin`, each minute and at the time of each task. Whichever server holds the row of a task begins it, notes its
 * time and plans the next one in the same transaction, so that each time counts once, whenever a server is killed. One at which the server itself
 * fails keeps its time and holds up no other one. Organisations take turns, a task each, because one has hundreds and each looks for thousands of devices.
 * Throws what the first of these threw, so that the job is done again.
 */
export async function beginTasks(platform: Parts, signal: AbortSignal): Promise<void> {
  const failed = new Map<number, unknown>();
  /** Organisations that had their turn. */
  let served: number[] = [];
  while (!signal.aborted) {
    const task = await dueTask(platform, { besides: [...failed.keys()], served });
    if (!task && served.length === 0) break;
    if (!task) {
      served = [];
      continue;
    }
    const { id, organisationId } = task;
    served.push(organisationId);
    await beginOne(platform, id).catch((error: unknown) => failed.set(id, error));
  }
  for (const [taskId, error] of failed) platform.log.error({ taskId, err: error }, 'a task could not begin');
  for (const error of failed.values()) throw error;
}

function dueTask(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { besides, served }: { besides: readonly number[]; served: readonly number[] },
): Promise<{ id: number; organisationId: number } | undefined> {
  return db
    .selectFrom('tasks')
    .select(['id', 'organisationId'])
    .where('suspended', '=', false)
    .where('nextAt', '<=', new Date(clock.now()))
    .where(sql<SqlBool>`id <> ALL(${[...besides]}::bigint[])`)
    .where(sql<SqlBool>`organisation_id <> ALL(${[...served]}::bigint[])`)
    .orderBy('nextAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function beginOne({ db, clock, text, log }: Parts, id: number): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const task = await trx
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', id)
      .where('suspended', '=', false)
      .where('nextAt', '<=', new Date(now))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    // Another server began it meanwhile.
    if (!task?.nextAt) return;
    const dueAt = task.nextAt;
    const [next] = nextTimes(task.schedule, { timeZone: task.timeZone, after: now, count: 1 });
    await trx
      .updateTable('tasks')
      .set({ nextAt: next === undefined ? null : new Date(next) })
      .where('id', '=', task.id)
      .execute();
    if (next !== undefined) await addJob(trx, 'tasks.begin', {}, { startAfter: next });
    const isMissed = now - dueAt.getTime() > MISSED_AFTER_MS && task.missed === 'skip';
    const outcome = isMissed ? { state: 'missed' as const } : await beginRun({ trx, clock, text, log }, task);
    await noteRun(trx, task.id, { dueAt, at: new Date(now), ...outcome });
  });
}

interface Begun {
  state: TaskRunState;
  runId?: number;
  reason?: string;
}

/** Begins a task, unless its run before is not over. */
async function beginRun(
  platform: Omit<Parts, 'db'> & { trx: Transaction<Tables> },
  task: Selectable<TasksTable>,
): Promise<Begun> {
  const { trx, text, log } = platform;
  const { rows } = await sql`
    SELECT 1 FROM task_runs ran JOIN runs ON runs.id = ran.run_id WHERE ran.task_id = ${task.id} AND runs.ended_at IS NULL LIMIT 1`.execute(
    trx,
  );
  if (rows.length > 0) return { state: 'busy' };
  try {
    return { state: 'started', runId: await startTaskRun(platform, task) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    log.info({ taskId: task.id, error: error.key }, 'a task could not begin');
    const language = await languageOfPerson(trx, task.userId);
    return { state: 'failed', reason: text(language, `errors.${error.key}`, error.values) };
  }
}

/**
 * Starts the set of a task on what its target is now, by the right that its person has now. Throws AppError: noDataPermission, instructionSetNotFound,
 * instructionSetChanged, and what `startSet` throws.
 */
export async function startTaskRun(
  { trx, clock }: Pick<Parts, 'clock'> & { trx: Transaction<Tables> },
  task: Selectable<TasksTable>,
): Promise<number> {
  const actor = await findUserActor(trx, { userId: task.userId, at: clock.now() });
  if (!actor || !may(actor, 'operations.run')) throw new AppError('noDataPermission');
  if (task.instructionSetId === null) throw new AppError('instructionSetNotFound');
  const { concurrency, minutes, reason, name, target, beginWindow } = task;
  // A set that somebody changed since may do what nobody planned.
  const digest = task.setDigest ?? '';
  const { runId } = await startSet(
    { trx, clock },
    { actor, address: null },
    {
      setId: task.instructionSetId,
      name,
      target,
      concurrency,
      minutes,
      reason,
      digest,
      dryRun: false,
      approved: false,
      window: beginWindow,
    },
  );
  return runId;
}

async function languageOfPerson(trx: Transaction<Tables>, userId: number | null): Promise<Language> {
  const person =
    userId === null
      ? undefined
      : await trx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return languageOf(person?.language ?? null, FALLBACK_LANGUAGE);
}

interface NotedRun extends Begun {
  dueAt: Date;
  at: Date;
}

export async function noteRun(
  trx: Transaction<Tables>,
  taskId: number,
  { dueAt, at, state, runId, reason }: NotedRun,
): Promise<void> {
  await trx
    .insertInto('taskRuns')
    .values({ taskId, dueAt, at, state, runId: runId ?? null, reason: reason ?? null })
    .execute();
}
