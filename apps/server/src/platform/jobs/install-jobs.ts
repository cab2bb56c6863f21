import { isDeepStrictEqual } from 'node:util';
import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import { JOB_KINDS, JOB_RULES, JOBS_SCHEMA, type JobRules } from './job-kinds.ts';

const DAY_SECONDS = 86_400;
/** A server that does not say for this long that it is still at a job counts as gone, and another one takes the job. */
const HEARTBEAT_SECONDS = 30;

/**
 * Brings the library's tables up to date, and our kinds of jobs with their rules. Call it under the migration lock. What is as it should be
 * is only looked at: each change is a commit that the start of a server waits for.
 */
export async function installJobs(client: pg.PoolClient): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: JOBS_SCHEMA,
    schedule: false,
    supervise: false,
  });
  const failures: unknown[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  try {
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    const schedules = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
    for (const kind of JOB_KINDS) {
      const rules = JOB_RULES[kind];
      const queue = queueOf(rules);
      const known = queues.get(kind);
      if (!known) await boss.createQueue(kind, queue);
      else if (!holds(known, queue)) await boss.updateQueue(kind, queue);
      const schedule = scheduleOf(rules);
      if (schedule && !holds(schedules.get(kind) ?? {}, schedule))
        await boss.schedule(kind, schedule.cron, schedule.data, schedule.options);
    }
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
  if (failures.length > 0) throw new Error('The tables of jobs were not made', { cause: failures[0] });
}

function queueOf({ retries, retryDelay, longestDelay }: JobRules) {
  return {
    notify: true,
    retryLimit: retries,
    retryDelay,
    retryBackoff: retryDelay > 0,
    ...(retryDelay > 0 ? { retryDelayMax: longestDelay } : {}),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: DAY_SECONDS - 1,
    retentionSeconds: 400 * DAY_SECONDS,
    deleteAfterSeconds: DAY_SECONDS,
  };
}

function scheduleOf({ cron }: JobRules) {
  if (!cron) return undefined;
  const options = { tz: 'UTC', missed: 'once' } as const;
  return { cron, timezone: options.tz, data: {}, options };
}

/** Whether everything that is wanted is so already. */
function holds(known: object, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) =>
    isDeepStrictEqual((known as Record<string, unknown>)[name], value),
  );
}
