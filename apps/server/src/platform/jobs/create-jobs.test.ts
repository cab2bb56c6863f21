import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { jobsDone, openJobs } from '../../../test/jobs-kit.ts';
import { addJob, askForJob } from './add-job.ts';
import { createJobs } from './create-jobs.ts';
import { installJobs } from './install-jobs.ts';
import { JOB_KINDS, JOB_RULES } from './job-kinds.ts';

const platform = await testPlatform();
const { db, pool } = platform;
afterAll(() => platform.stop());
beforeEach(() => sql`DELETE FROM jobs.job WHERE name NOT LIKE '\\_\\_%'`.execute(db));

const health = async () => (await platform.health.report()).parts.find(({ name }) => name === 'jobs');
const statesOf = async (kind: string) => {
  const { rows } = await sql<{ state: string }>`SELECT state FROM jobs.job WHERE name = ${kind}`.execute(db);
  return rows.map(({ state }) => state);
};

test('a job is done after the commit, and never after a rollback', async () => {
  const done: number[] = [];
  const jobs = await openJobs(platform, (all) =>
    all.handle('imports.run', async ({ importId }) => void done.push(importId)),
  );
  await db.transaction().execute(async (trx) => {
    await addJob(trx, 'imports.run', { importId: 1 });
    expect(done).toEqual([]);
  });
  const undone = db.transaction().execute(async (trx) => {
    await addJob(trx, 'imports.run', { importId: 2 });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await jobsDone(platform, 'imports.run');
  await jobs.stop();
  expect(done).toEqual([1]);
});

test('several servers share the jobs, each job once', async () => {
  const done: number[] = [];
  const handle: Parameters<typeof openJobs>[1] = (all) =>
    all.handle('imports.run', async ({ importId }) => void done.push(importId));
  const servers = await Promise.all([openJobs(platform, handle), openJobs(platform, handle)]);
  const ids = Array.from({ length: 20 }, (_, index) => index);
  await Promise.all(ids.map((importId) => addJob(db, 'imports.run', { importId })));
  await jobsDone(platform, 'imports.run');
  await Promise.all(servers.map((jobs) => jobs.stop()));
  expect(done.toSorted((a, b) => a - b)).toEqual(ids);
});

test('a job that fails is tried again and told of in the health, until one of its kind goes well', async () => {
  let tries = 0;
  const jobs = await openJobs(platform, (all) => {
    all.handle('grants.boundary', async () => {
      tries += 1;
      if (tries === 1) throw new Error('the store hiccups');
    });
    all.handle('outbox.deliver', () => Promise.reject(new Error('never again')));
  });
  await addJob(db, 'outbox.deliver', {});
  await expect.poll(() => statesOf('outbox.deliver')).toEqual(['failed']);
  await addJob(db, 'grants.boundary', {});
  await expect.poll(() => statesOf('grants.boundary')).toEqual(['completed']);
  expect(tries).toBe(2);
  expect(await health()).toMatchObject({
    state: 'degraded',
    detail: { 'outbox.deliver': '1 failed, 0 tried again: never again' },
  });
  await jobs.stop();
  const mended = await openJobs(platform, (all) => all.handle('outbox.deliver', () => Promise.resolve()));
  await addJob(db, 'outbox.deliver', {});
  await expect.poll(() => statesOf('outbox.deliver')).toContain('completed');
  expect(await health()).toMatchObject({ state: 'ok' });
  await mended.stop();
});

test('a server that stops gives its job back, and another one ends it', async () => {
  const begun: string[] = [];
  const leaving = await openJobs(platform, (all) =>
    all.handle('imports.run', async (_, signal) => {
      begun.push('leaving');
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    }),
  );
  await addJob(db, 'imports.run', { importId: 3 });
  await expect.poll(() => begun).toEqual(['leaving']);
  await leaving.stop();
  expect(await statesOf('imports.run')).toEqual(['retry']);
  await sql`UPDATE jobs.job SET start_after = now() WHERE name = 'imports.run'`.execute(db);
  const staying = await openJobs(platform, (all) =>
    all.handle('imports.run', async () => void begun.push('staying')),
  );
  await expect.poll(() => begun).toEqual(['leaving', 'staying']);
  await staying.stop();
});

test('a job of later is not begun now', async () => {
  let begun = 0;
  const jobs = await openJobs(platform, (all) => all.handle('imports.run', async () => void (begun += 1)));
  await addJob(db, 'imports.run', { importId: 1 }, { startAfter: Date.now() + 3_600_000 });
  await addJob(db, 'imports.run', { importId: 2 });
  await jobsDone(platform, 'imports.run');
  await jobs.stop();
  expect([begun, (await statesOf('imports.run')).toSorted()]).toEqual([1, ['completed', 'created']]);
});

test('a job that a killed server was at begins again with the next start, without the wait after a failed try', async () => {
  const ownDatabase = { ...platform, config: { ...platform.config, databaseUrl: undefined } };
  await addJob(db, 'grants.remind', {});
  await sql`UPDATE jobs.job SET state = 'active', started_on = now(), heartbeat_on = now() WHERE name = 'grants.remind'`.execute(
    db,
  );
  let begun = 0;
  const jobs = createJobs(ownDatabase);
  jobs.handle('grants.remind', async () => void (begun += 1));
  await jobs.start();
  await expect.poll(() => statesOf('grants.remind')).toEqual(['completed']);
  expect(begun).toBe(1);
  await jobs.stop();
});

/** Queues and schedules with their rules, and when each was written last. */
async function installed() {
  const { rows: queues } = await sql<{ name: string }>`
    SELECT name, retry_limit, retry_delay, retry_delay_max, heartbeat_seconds, notify, updated_on::text FROM jobs.queue
    WHERE name NOT LIKE '\\_\\_%' ORDER BY name`.execute(db);
  const { rows: schedules } = await sql<{ name: string; cron: string }>`
    SELECT name, cron, timezone, data, options, updated_on::text FROM jobs.schedule ORDER BY name`.execute(
    db,
  );
  return { queues, schedules };
}

const installAgain = async () => {
  const client = await pool.connect();
  await installJobs(client);
  client.release();
};

test('the kinds that repeat are scheduled, and a second start writes nothing', async () => {
  const before = await installed();
  expect(before.queues.map(({ name }) => name)).toEqual(JOB_KINDS.toSorted());
  expect(Object.fromEntries(before.schedules.map(({ name, cron }) => [name, cron]))).toEqual(
    Object.fromEntries(
      JOB_KINDS.flatMap((kind) => (JOB_RULES[kind].cron ? [[kind, JOB_RULES[kind].cron]] : [])),
    ),
  );
  await installAgain();
  expect(await installed()).toEqual(before);
});

test('a start brings the rules of an older version up to date', async () => {
  const withoutTimes = ({ queues, schedules }: Awaited<ReturnType<typeof installed>>) =>
    [...queues, ...schedules].map((row) => ({ ...row, updatedOn: undefined }));
  const before = await installed();
  await sql`UPDATE jobs.queue SET retry_limit = 77 WHERE name = 'grants.boundary'`.execute(db);
  await sql`UPDATE jobs.schedule SET cron = '1 1 * * *' WHERE name = 'devices.expire'`.execute(db);
  await sql`UPDATE jobs.schedule SET options = '{"tz": "UTC"}' WHERE name = 'accounts.erase'`.execute(db);
  expect(withoutTimes(await installed())).not.toEqual(withoutTimes(before));
  await installAgain();
  expect(withoutTimes(await installed())).toEqual(withoutTimes(before));
});

test('however often one asks for what is done for all at once, one job waits, and it is begun after the last who asked has written', async () => {
  const seen: number[] = [];
  const counted = sql<{ n: number }>`SELECT count(*) AS n FROM tries WHERE subject = 'asked'`;
  const write = sql`INSERT INTO tries (subject, at) VALUES ('asked', now())`;
  const ask = (middle: () => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      await askForJob(trx, 'stations.fold');
      await middle();
      await write.execute(trx);
    });
  for (let n = 0; n < 5; n += 1) await ask(async () => undefined);
  expect(await statesOf('stations.fold')).toEqual(['created']);
  let jobs: Awaited<ReturnType<typeof openJobs>> | undefined;
  await ask(async () => {
    jobs = await openJobs(platform, (all) =>
      all.handle('stations.fold', async () => void seen.push((await counted.execute(db)).rows[0]!.n)),
    );
    // Another one asks meanwhile.
    await ask(async () => undefined);
  });
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([7]);
  await askForJob(db, 'stations.fold');
  // The next one begins once the server has rested.
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([7, 7]);
  await jobs!.stop();
});
