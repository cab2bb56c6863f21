import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { openJobs } from '../../../test/jobs-kit.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import { jobsHealth } from './jobs-health.ts';

const platform = await testPlatform();
const { db, pool } = platform;
// A start makes the queues.
await (await openJobs(platform, () => {})).stop();
afterAll(() => platform.stop());
beforeEach(() => sql`DELETE FROM jobs.job`.execute(db));

/** Jobs that ended so many minutes ago. */
const ended = (state: string, { jobs, minutes }: { jobs: number; minutes: number }) =>
  sql`INSERT INTO jobs.job (name, data, state, output, completed_on, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, policy)
    SELECT name, '{}', ${sql.lit(state)}, '{"message": "the store hiccups"}', now() - ${minutes} * interval '1 minute', now() + interval '1 day',
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, policy
      FROM jobs.queue, generate_series(1, ${jobs}::int) WHERE name = 'outbox.deliver'`.execute(db);

test('of tens of thousands of jobs it says at once what went wrong since the last good one', async () => {
  await ended('completed', { jobs: 40_000, minutes: 10 });
  await ended('failed', { jobs: 2, minutes: 20 });
  expect(await jobsHealth(db)).toEqual({ state: 'ok', detail: {} });
  await ended('failed', { jobs: 3, minutes: 5 });
  expect(await jobsHealth(db)).toEqual({
    state: 'degraded',
    detail: { 'outbox.deliver': '3 failed, 0 tried again: the store hiccups' },
  });
});

test('a look that nobody waits for any more keeps no connection', async () => {
  const holder = await pool.connect();
  await holder.query('BEGIN; LOCK TABLE jobs.job IN ACCESS EXCLUSIVE MODE');
  const looks = Array.from({ length: 3 }, () => jobsHealth(db));
  for (const { status } of await Promise.allSettled(looks)) expect(status).toBe('rejected');
  await expect.poll(() => waitingForLocks(platform), { timeout: 10_000 }).toBe(0);
  await holder.query('COMMIT');
  holder.release();
});
