import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { testPlatform } from '../../../test/harness.ts';
import { answerFrom, makeHybrid } from '../../../test/hybrid-kit.ts';
import { makeUser } from '../../../test/makers.ts';
import type { DeviceReply } from '../../platform/links/device-links.ts';
import { createInstructionsScript, registerInstructionsRoutes } from '../instructions/index.ts';
import { registerRunsRoutes, withinWindow, workRuns } from '../runs/index.ts';
import { beginTasks, registerTasksRoutes } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_COMMANDS: 'on' });
const { clock } = platform;
const { server, someone, as } = await openApi(
  platform,
  registerInstructionsRoutes,
  registerRunsRoutes,
  registerTasksRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});
beforeEach(() => clock.advance(86_400_000));

const registers = new Map<string, Map<number, number>>();
/** Writes by logger. */
const writes = new Map<string, number>();
const away = new Set<string>();
platform.links.serve((sn, request, { beforeSending }) => {
  const words = registers.get(sn);
  if (!words || away.has(sn)) return undefined;
  return beforeSending().then((): DeviceReply => {
    if (request.type === 'modbusWrite') writes.set(sn, (writes.get(sn) ?? 0) + 1);
    return answerFrom(words, request);
  });
});

async function plant(organisationId: number, timeZone?: string) {
  const made = await makeHybrid(platform, { organisationId, ...(timeZone ? { timeZone } : {}) });
  registers.set(made.logger.sn, new Map([[117, 20]]));
  return made;
}

const running = new AbortController().signal;
const script = createInstructionsScript(platform, { looksMs: [0], secondMs: 0 });
const work = () => workRuns(platform, everyKind(withinWindow(platform, script)), running);
const begin = () => beginTasks(platform, running);
const unique = () => Math.random().toString(36).slice(2, 10);
const HOUR = 3_600_000;

async function keepSet(client: Client, dangerous = false): Promise<number> {
  const instruction = { code: unique(), name: 'Reserve', fn: 16, address: 117, data: '0023', dangerous };
  const { data } = await client.post('/instructions', instruction);
  const steps = [{ instructionId: data.id }];
  return (await client.post('/instruction-sets', { code: unique(), name: 'Winter', steps })).data.id;
}

async function open() {
  const client = await someone('installer');
  const one = await plant(client.organisationId!);
  const setId = await keepSet(client);
  const input = (changes: object = {}) => ({
    name: 'Night',
    instructionSetId: setId,
    target: { deviceIds: [one.id] },
    schedule: { kind: 'now' },
    timeZone: 'Europe/Madrid',
    ...changes,
  });
  // Sessions end while the clock goes on.
  const fresh = () => as(client.user);
  const task = async (id: number) => (await (await fresh()).get(`/tasks?id=${id}`)).data.rows[0];
  const dues = async (id: number) => (await (await fresh()).get(`/tasks/${id}/runs`)).data.rows;
  return { client, fresh, one, setId, input, task, dues };
}

/** The next moment, by the clock of Madrid, as an input says it. */
const localIn = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(clock.now() + ms)
    .toZonedDateTimeISO('Europe/Madrid')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

test('who reaches a part of an organisation alone leaves the others room for tasks', async () => {
  const { client, one, input } = await open();
  const { organisationId } = client;
  const provider = await makeUser(platform, { role: 'serviceProvider', organisationId });
  await sql`
    WITH made AS (INSERT INTO grants (state, to_user_id, role, commands, begins_at, ends_at, created_at)
      VALUES ('accepted', ${provider.id}, 'operator', true, now() - interval '40 years', now() + interval '40 years', now()) RETURNING id)
    INSERT INTO grant_stations (grant_id, station_id) SELECT made.id, ${one.station.id}::bigint FROM made`.execute(
    platform.db,
  );
  await sql`INSERT INTO tasks (organisation_id, user_id, name, target, schedule, time_zone, missed, concurrency, minutes, reason, next_at, created_at)
    SELECT ${organisationId}::bigint, ${provider.id}::bigint, 'Night', '{}', '{}', 'UTC', 'skip', 1, 10, '', now() + interval '10 years', now()
      FROM generate_series(1, ${LIMITS.tasksOpen * 0.6}::int)`.execute(platform.db);
  expect((await (await as(provider)).post('/tasks', input())).error).toBe('tooManyTasks');
  expect((await client.post('/tasks', input())).code).toBe(200);
});

test('an organisation has so many open tasks, also where those that are over are planned anew', async () => {
  const { client, input, task } = await open();
  const { data } = await client.post('/tasks', input());
  await begin();
  const { revision } = await task(data.id);
  await sql`INSERT INTO tasks (organisation_id, user_id, name, target, schedule, time_zone, missed, concurrency, minutes, reason, next_at, created_at)
    SELECT organisation_id, user_id, name, target, schedule, time_zone, missed, concurrency, minutes, reason, now() + interval '10 years', now()
      FROM tasks, generate_series(1, ${LIMITS.tasksOpen}::int) WHERE id = ${data.id}`.execute(platform.db);
  const schedule = { kind: 'once', at: localIn(HOUR) };
  const again = { task: input({ schedule }), revision };
  expect((await client.post('/tasks', input())).error).toBe('tooManyTasks');
  expect((await client.put(`/tasks/${data.id}`, again)).error).toBe('tooManyTasks');
  await sql`DELETE FROM tasks WHERE id = (SELECT max(id) FROM tasks)`.execute(platform.db);
  expect((await client.put(`/tasks/${data.id}`, again)).code).toBe(200);
  const changed = { task: input({ schedule, name: 'Other' }), revision: revision + 1 };
  expect((await client.put(`/tasks/${data.id}`, changed)).code).toBe(200);
  await sql`DELETE FROM tasks WHERE organisation_id = ${client.organisationId!}`.execute(platform.db);
});

test('a task does not begin with a set that somebody changed since it was planned', async () => {
  const { client, one, setId, input, task, dues } = await open();
  const { data } = await client.post('/tasks', input());
  const [set] = (await client.get('/instruction-sets')).data.rows;
  const [step] = set.steps;
  const { code, name, revision } = set;
  const changed = {
    set: { code, name, steps: [{ instructionId: step.instructionId, readsBack: false }] },
    revision,
  };
  expect((await client.put(`/instruction-sets/${setId}`, changed)).code).toBe(200);
  await begin();
  await work();
  expect((await dues(data.id))[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('changed this set'),
  });
  expect(writes.get(one.logger.sn)).toBeUndefined();
  const { revision: kept } = await task(data.id);
  clock.advance(1000);
  await client.put(`/tasks/${data.id}`, { task: input(), revision: kept });
  await begin();
  await work();
  expect(writes.get(one.logger.sn)).toBe(1);
});

test('a task at which the server fails holds up no other one, and keeps its time', async () => {
  const { client, input, task } = await open();
  const broken = (await client.post('/tasks', input({ name: 'Broken' }))).data.id;
  const sound = (await client.post('/tasks', input({ name: 'Sound' }))).data.id;
  const schedule = { kind: 'cron', expression: 'never' };
  await platform.db
    .updateTable('tasks')
    .set({ schedule: JSON.stringify(schedule) })
    .where('id', '=', broken)
    .execute();
  await expect(begin()).rejects.toThrow();
  expect(await task(sound)).toMatchObject({ state: 'executing' });
  const { nextAt } = await platform.db
    .updateTable('tasks')
    .set({ schedule: JSON.stringify({ kind: 'now' }) })
    .where('id', '=', broken)
    .returning('nextAt')
    .executeTakeFirstOrThrow();
  expect(nextAt).not.toBeNull();
  await begin();
  expect(await task(broken)).toMatchObject({ next: [] });
});

test('an organisation with many tasks that are due keeps nobody else waiting', async () => {
  const [many, few] = [await open(), await open()];
  for (let n = 0; n < 3; n += 1) {
    await many.client.post('/tasks', many.input());
    clock.advance(1000);
  }
  const only = (await few.client.post('/tasks', few.input())).data.id;
  await begin();
  const { rows } = await sql<{ taskId: number }>`
    SELECT ran.task_id FROM task_runs ran JOIN tasks ON tasks.id = ran.task_id
     WHERE tasks.organisation_id = ANY(${[many.client.organisationId, few.client.organisationId]}::bigint[]) ORDER BY ran.run_id`.execute(
    platform.db,
  );
  expect(rows).toHaveLength(4);
  expect(rows.findIndex(({ taskId }) => taskId === only)).toBe(1);
});

test('a task without a time begins at once, once, whichever of several servers takes it', async () => {
  const { client, one, input, task, dues } = await open();
  const { data } = await client.post('/tasks', input());
  expect(data).toMatchObject({ state: 'waiting', last: null });
  await Promise.all([begin(), begin(), begin()]);
  expect(await task(data.id)).toMatchObject({ state: 'executing', next: [] });
  await Promise.all([work(), work()]);
  expect(await task(data.id)).toMatchObject({
    state: 'finished',
    last: { state: 'started', devices: { done: 1 } },
  });
  expect(writes.get(one.logger.sn)).toBe(1);
  expect(await dues(data.id)).toHaveLength(1);
  await begin();
  expect(await dues(data.id)).toHaveLength(1);
});

test('a daily task tells its next five times, begins at each, and is suspended, resumed and stopped', async () => {
  const { fresh, input, task, dues } = await open();
  const schedule = { kind: 'daily', time: localIn(2 * HOUR).slice(11) };
  const { data } = await (await fresh()).post('/tasks', input({ schedule }));
  expect(data.next).toHaveLength(5);
  expect(data.next[0]).toBeGreaterThan(clock.now());
  expect(data.next[1]! - data.next[0]!).toBe(24 * HOUR);
  await begin();
  expect(await dues(data.id)).toEqual([]);
  clock.advance(data.next[0] - clock.now() + 1000);
  await begin();
  expect((await task(data.id)).next[0]).toBe(data.next[1]);
  const path = `/tasks/${data.id}`;
  const client = await fresh();
  expect((await client.post(`${path}/suspend`)).data.state).toBe('suspended');
  await work();
  expect((await dues(data.id))[0].devices).toMatchObject({ waiting: 1 });
  expect((await client.post(`${path}/suspend`)).error).toBe('taskNotOpen');
  expect((await client.post(`${path}/resume`)).data.state).toBe('executing');
  await work();
  expect((await task(data.id)).state).toBe('waiting');
  expect((await client.post(`${path}/start`)).data.state).toBe('executing');
  expect((await client.post(`${path}/start`)).error).toBe('taskNotOpen');
  await work();
  expect((await client.post(`${path}/stop`)).data).toMatchObject({ state: 'finished', next: [] });
  expect(await dues(data.id)).toHaveLength(2);
});

test('a time that was missed is left out or done once, as the task says; what runs long leaves the next time out', async () => {
  const { client, one, input, task, dues } = await open();
  const schedule = { kind: 'daily', time: localIn(HOUR).slice(11) };
  const [skips, runs] = await Promise.all(
    ['skip', 'run'].map(async (missed) => (await client.post('/tasks', input({ schedule, missed }))).data.id),
  );
  clock.advance(49 * HOUR + 30 * 60_000);
  await begin();
  expect((await dues(skips)).map(({ state }: { state: string }) => state)).toEqual(['missed']);
  expect((await dues(runs)).map(({ state }: { state: string }) => state)).toEqual(['started']);
  expect((await task(runs)).next[0]).toBeGreaterThan(clock.now());
  // Nobody works on it until its next time comes.
  clock.advance((await task(runs)).next[0] - clock.now() + 1000);
  await begin();
  expect((await dues(runs)).map(({ state }: { state: string }) => state)).toEqual(['busy', 'started']);
  await work();
  expect(writes.get(one.logger.sn)).toBe(1);
});

test('a device begins within the window by the clock of its station', async () => {
  const { client, input, dues, one } = await open();
  const far = await plant(client.organisationId!, 'Asia/Shanghai');
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('Europe/Madrid');
  const at = (hours: number) => now.add({ hours }).toPlainTime().toString({ smallestUnit: 'minute' });
  const window = { from: at(-1), to: at(2) };
  const target = { stationIds: [one.station.id, far.station.id] };
  const { data } = await client.post('/tasks', input({ window, target }));
  await begin();
  await work();
  expect((await dues(data.id))[0].devices).toMatchObject({ done: 1, waiting: 1 });
  expect(writes.get(one.logger.sn)).toBe(1);
  clock.advance(18.5 * HOUR);
  await work();
  expect((await dues(data.id))[0].devices).toMatchObject({ done: 2 });
});

test('what failed is tried again, and nothing else', async () => {
  const { client, one, input, dues } = await open();
  const two = await plant(client.organisationId!);
  away.add(two.logger.sn);
  const { data } = await client.post('/tasks', input({ target: { deviceIds: [one.id, two.id] } }));
  await begin();
  await work();
  const [due] = await dues(data.id);
  expect(due.devices).toMatchObject({ done: 1, failed: 1 });
  away.delete(two.logger.sn);
  expect((await client.post(`/runs/${due.runId}/retry`)).code).toBe(200);
  await work();
  expect((await dues(data.id))[0].devices).toMatchObject({ done: 2 });
  expect([writes.get(one.logger.sn), writes.get(two.logger.sn)]).toEqual([1, 1]);
});

test('whoever lost the right, and a set that is gone, say why the task did not begin', async () => {
  const { client, input, dues } = await open();
  const schedule = { kind: 'daily', time: localIn(HOUR).slice(11) };
  const { data } = await client.post('/tasks', input({ schedule }));
  await platform.db
    .updateTable('users')
    .set({ role: 'internalReadOnly' })
    .where('id', '=', client.user.id)
    .execute();
  clock.advance(data.next[0] - clock.now() + 1000);
  await begin();
  expect(await dues(data.id)).toMatchObject([{ state: 'failed', runId: null }]);
  expect((await dues(data.id))[0].reason).not.toBe('');
});

test('what cannot be is refused: danger, no device, somebody else, a bad time, and a task that others changed', async () => {
  const { client, input, setId } = await open();
  const dangerous = await keepSet(client, true);
  const error = async (changes: object) => (await client.post('/tasks', input(changes))).error;
  expect(await error({ instructionSetId: dangerous })).toBe('instructionDangerous');
  expect(await error({ target: {} })).toBe('runWithoutDevices');
  expect(await error({ instructionSetId: 2_000_000_000 })).toBe('instructionSetNotFound');
  const field = async (changes: object) => (await client.post('/tasks', input(changes))).fields?.[0]?.path;
  expect(await field({ timeZone: 'Mars/Base' })).toBe('body.timeZone');
  expect(await field({ schedule: { kind: 'cron', expression: '* * * * *' } })).toBe(
    'body.schedule.expression',
  );
  expect(await field({ schedule: { kind: 'once', at: '2020-01-01T00:00' } })).toBe('body.schedule.at');
  expect(await field({ schedule: { kind: 'weekly', time: '03:00', days: [] } })).toBe('body.schedule.days');
  expect(await field({ window: { from: '03:00', to: '03:00' } })).toBe('body.window.from');
  const schedule = { kind: 'weekly', time: '03:00', days: [1] };
  const { data } = await client.post('/tasks', input({ schedule }));
  const stranger = await someone('installer');
  expect((await stranger.post(`/tasks/${data.id}/suspend`)).error).toBe('taskNotFound');
  expect((await stranger.get(`/tasks?id=${data.id}`)).data.total).toBe(0);
  const task = input({ schedule: { kind: 'cron', expression: '0 3 1 * *' }, instructionSetId: setId });
  expect((await client.put(`/tasks/${data.id}`, { task, revision: 1 })).data).toMatchObject({ revision: 2 });
  expect((await client.put(`/tasks/${data.id}`, { task, revision: 1 })).error).toBe('taskChanged');
  const preview = { schedule: { kind: 'daily', time: '02:30' }, timeZone: 'Europe/Berlin' };
  expect((await client.post('/tasks/preview', preview)).data.next).toHaveLength(5);
  const admin = await someone('organisationAdmin', { organisationId: client.organisationId! });
  expect((await client.del(`/tasks/${data.id}`)).error).toBe('noDataPermission');
  expect((await admin.del(`/tasks/${data.id}`)).code).toBe(200);
});

test('tasks of a station name it, a device of it or a label of either, and no others', async () => {
  const { client, one, input } = await open();
  const other = await plant(client.organisationId!);
  const label = async () =>
    (
      await platform.db
        .insertInto('labels')
        .values({ organisationId: client.organisationId!, name: unique(), color: '#445566', description: '' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [ofStation, ofDevice, ofNone] = [await label(), await label(), await label()];
  await platform.db
    .insertInto('stationLabels')
    .values({ stationId: one.station.id, labelId: ofStation })
    .execute();
  await platform.db.insertInto('deviceLabels').values({ deviceId: one.id, labelId: ofDevice }).execute();
  const { id: batchId } = await platform.db
    .insertInto('deviceBatches')
    .values({
      organisationId: client.organisationId!,
      code: unique(),
      name: 'Roofs',
      remark: '',
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('deviceBatchDevices').values({ batchId, deviceId: one.id }).execute();
  const schedule = { kind: 'daily', time: '03:00' };
  const plan = async (target: object) =>
    (await client.post('/tasks', input({ target, schedule }))).data.id as number;
  const reach = [
    await plan({ deviceIds: [one.id] }),
    await plan({ stationIds: [one.station.id] }),
    await plan({ labelIds: [ofStation] }),
    await plan({ labelIds: [ofDevice, ofNone] }),
    await plan({ batchIds: [batchId] }),
  ];
  await plan({ deviceIds: [other.id] });
  await plan({ stationIds: [other.station.id], deviceIds: [other.id] });
  const path = `/stations/${one.station.id}/tasks`;
  const { data } = await client.get(path);
  expect(data.total).toBe(5);
  expect(data.rows.map(({ id }: { id: number }) => id).toSorted()).toEqual(reach.toSorted());
  await client.post(`/tasks/${reach[0]}/suspend`);
  expect((await client.get(`${path}?state=suspended`)).data).toMatchObject({
    total: 1,
    rows: [{ id: reach[0] }],
  });
  const stranger = await someone('installer');
  expect((await stranger.get(path)).error).toBe('stationNotFound');
});
