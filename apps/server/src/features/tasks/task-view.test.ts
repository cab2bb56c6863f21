import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { viewTasks } from './task-view.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const RUNS = 100;

test('a list of tasks counts the devices of the last run of each, however often they began', async () => {
  const { db, clock } = platform;
  const { id: organisationId } = await makeOrganisation(platform);
  const now = clock.now();
  const { id } = await db
    .insertInto('tasks')
    .values({
      organisationId,
      userId: null,
      name: 'Every five minutes',
      instructionSetId: null,
      setDigest: null,
      target: JSON.stringify({ deviceIds: [], stationIds: [], labelIds: [], batchIds: [] }),
      schedule: JSON.stringify({ kind: 'cron', expression: '*/5 * * * *' }),
      timeZone: 'UTC',
      beginWindow: null,
      missed: 'skip',
      concurrency: 1,
      minutes: 1,
      reason: '',
      nextAt: null,
      createdAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const run = {
    kind: 'instructions' as const,
    name: 'Every five minutes',
    organisationId,
    userId: null,
    definition: JSON.stringify({}),
    concurrency: 1,
    createdAt: new Date(now),
    endedAt: new Date(now),
    expiresAt: null,
  };
  const runs = await db
    .insertInto('runs')
    .values(Array.from({ length: RUNS }, () => run))
    .returning('id')
    .execute();
  const dues = runs.map(({ id: runId }, at) => ({
    taskId: id,
    dueAt: new Date(now + at),
    at: new Date(now),
    state: 'started' as const,
    reason: null,
    runId,
  }));
  await db.insertInto('taskRuns').values(dues).execute();
  const looks = await rowsRead(db, { table: 'run_devices', scans: true }, async (trx) => {
    const [task] = await viewTasks(trx, { where: sql`tasks.id = ${id}`, end: sql`LIMIT 20` });
    expect(task!.last).toMatchObject({ runId: runs.at(-1)!.id, dueAt: now + RUNS - 1 });
  });
  expect(looks).toBe(1);
});
