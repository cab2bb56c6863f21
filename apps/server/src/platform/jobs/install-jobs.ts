import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import { JOB_KINDS, JOB_RULES, JOBS_SCHEMA, type JobRules } from './job-kinds.ts';

const DAY_SECONDS = 86_400;
/** A server that does not say for this long that it is still at a job counts as gone, and another one takes the job. */
const HEARTBEAT_SECONDS = 30;

/** Brings the library's tables up to date, and our kinds of jobs with their rules. Call it under the migration lock. */
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
    const there = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const kind of JOB_KINDS) {
      const rules = JOB_RULES[kind];
      if (there.has(kind)) await boss.updateQueue(kind, queueOf(rules));
      else await boss.createQueue(kind, queueOf(rules));
      if (rules.cron) await boss.schedule(kind, rules.cron, {}, { tz: 'UTC', missed: 'once' });
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
