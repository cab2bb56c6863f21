import { setTimeout as wait } from 'node:timers/promises';
import { PgBoss, type Db as BossDb } from 'pg-boss';
import { messageOf } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { jobsHealth } from './jobs-health.ts';
import { JOB_RULES, JOBS_SCHEMA, type JobKind, type JobKinds } from './job-kinds.ts';
import { takeFromGone } from './take-from-gone.ts';

/** How long jobs that are under way may take to end when the server stops; what is left begins again elsewhere or at the next start. */
const STOP_MS = 10_000;
/** Seconds between two looks while notifications cannot be heard. */
const DEAF_POLL_SECONDS = 5;

/** Does what `addJob` and the schedules ask for. Any number of servers share the work. */
export interface Jobs {
  /** Sets the function that does a kind of job; call it before `start`. A job that rejects is tried again as its rules say. */
  handle<K extends JobKind>(kind: K, work: JobWork<K>): void;
  start(): Promise<void>;
  /** Aborts the signals of the jobs that are under way, waits for them, and ends. */
  stop(): Promise<void>;
}

/** `signal`: aborted when the server stops, or when it has lost the job to another one. The job then rejects as soon as it can. */
export type JobWork<K extends JobKind> = (details: JobKinds[K], signal: AbortSignal) => Promise<unknown>;

type Parts = Pick<Platform, 'pool' | 'notifications' | 'health' | 'log' | 'db' | 'config'>;

/** Adds health part `jobs`. */
export function createJobs(platform: Parts): Jobs {
  const handlers = new Map<JobKind, JobWork<never>>();
  const stopping = new AbortController();
  const boss = openBoss(platform);
  platform.health.add({ name: 'jobs', essential: false, check: () => jobsHealth(platform.db) });
  return {
    handle: (kind, handler) => void handlers.set(kind, handler),
    async start() {
      await boss.start();
      // Only this server uses an embedded database: what is under way there is of a process that was killed.
      if (platform.config.databaseUrl === undefined) await takeFromGone(platform.db, () => boss.supervise());
      const parts = { boss, log: platform.log, stopping: stopping.signal };
      for (const [kind, handler] of handlers) await workOn(parts, kind, handler);
    },
    async stop() {
      stopping.abort();
      await boss.stop({ timeout: STOP_MS, close: false });
    },
  };
}

function openBoss(platform: Parts): PgBoss {
  const { log } = platform;
  const boss = new PgBoss({
    db: bossDb(platform),
    schema: JOBS_SCHEMA,
    migrate: false,
    useListenNotify: true,
    cronWorkerIntervalSeconds: 20,
    cronMonitorIntervalSeconds: 30,
    flowIntervalSeconds: 3600,
    reindex: false,
  });
  boss.on('error', (error) => log.warn({ err: messageOf(error) }, 'jobs wait for the database'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  return boss;
}

/** Takes the jobs of a kind from now on. */
async function workOn(
  { boss, log, stopping }: { boss: PgBoss; log: Parts['log']; stopping: AbortSignal },
  kind: JobKind,
  handler: JobWork<never>,
): Promise<void> {
  const { pollSeconds, restMs = 0 } = JOB_RULES[kind];
  let restsUntil = 0;
  const options = {
    pollingIntervalSeconds: Math.min(DEAF_POLL_SECONDS, pollSeconds),
    notifyPollingIntervalSeconds: pollSeconds,
  };
  let worker = '';
  worker = await boss.work<object>(kind, options, async ([job]) => {
    if (!job) return;
    const signal = AbortSignal.any([stopping, ...(job.signal ? [job.signal] : [])]);
    try {
      const rest = restsUntil - performance.now();
      if (rest > 0) await wait(rest, undefined, { signal });
      await handler(job.data as never, signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, job: kind, details: job.data }, 'job failed');
      throw error;
    } finally {
      restsUntil = performance.now() + restMs;
      // Looks for the next job at once; without a notification the library would wait for its next poll.
      boss.notifyWorker(worker);
    }
  });
}

/** The library on the platform's own connections, its notifications included. */
function bossDb({ pool, notifications }: Parts): BossDb {
  return {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, heard, missed) {
      const end = notifications.on(channel, (payload) => (payload === '' ? missed() : heard(payload)));
      await notifications.ready();
      return { close: async () => void end() };
    },
  };
}
