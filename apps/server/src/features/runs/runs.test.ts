import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { DeviceReply } from '../../platform/links/device-links.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerRunsRoutes, startRun, workRuns, type RunScript } from './index.ts';
import { claimDevices, letGoOfAll } from './run-rows.queries.ts';

const platform = await testPlatform({
  SUNFLEET_COMMANDS_PER_PERSON: '1000',
  SUNFLEET_COMMANDED_DEVICES_PER_PERSON: '1000',
  SUNFLEET_COMMANDS_PER_ORGANISATION: '1000',
});
const { server, someone, as } = await openApi(platform, registerRunsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

/** Serial numbers that were asked, in order. */
const asked: string[] = [];
let behave: (sn: string) => Promise<DeviceReply> | DeviceReply = () => ({ ok: true });
platform.links.serve((sn, _, { beforeSending }) =>
  beforeSending().then(async () => {
    asked.push(sn);
    return behave(sn);
  }),
);
beforeEach(() => {
  asked.length = 0;
  behave = () => ({ ok: true });
});

const HOLDER = '00000000-0000-4000-8000-000000000001';
const EMPTY = { before: null, after: null, answer: null, failure: null, detail: null };

/** Sends two commands, one after the other. */
const script: RunScript = async ({ request, keep, steps }) => {
  for (const key of ['one', 'two'].slice(steps.length)) {
    const reply = await request(key, { type: 'command', name: key, params: {} });
    const failure = reply.ok ? null : reply.failure;
    await keep({ ...EMPTY, key, state: failure ? 'failed' : 'done', failure });
    if (failure) return { state: 'failed', failure };
  }
  return { state: 'done' };
};
const work = (signal = new AbortController().signal) => workRuns(platform, everyKind(script), signal);

async function fleet(devices: number) {
  const person = await someone('installer');
  const organisationId = person.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const made: Awaited<ReturnType<typeof makeDevice>>[] = [];
  for (let nth = 0; nth < devices; nth += 1)
    made.push(await makeDevice(platform, { stationId: station.id, organisationId }));
  const actor = (await findUserActor(platform.db, { userId: person.user.id, at: platform.clock.now() }))!;
  const start = (changes: { concurrency?: number; expiresAt?: number } = {}) =>
    beginRun(platform, { actor, deviceIds: made.map(({ id }) => id), ...changes });
  return { ...person, actor, station, devices: made, start };
}

test('two servers share the devices of a run, and each device is asked once for each step', async () => {
  const { get, devices, start } = await fleet(24);
  const id = await start();
  await Promise.all([work(), work()]);
  expect((await get(`/runs/${id}`)).data).toMatchObject({ state: 'finished', devices: { done: 24 } });
  expect(asked.toSorted()).toEqual(devices.flatMap(({ sn }) => [sn, sn]).toSorted());
});

test('no more devices of a run are asked at a time than it says, and one run is at a device at a time', async () => {
  const { start, devices } = await fleet(6);
  const busy = new Map<string, number>();
  let most = 0;
  behave = async (sn) => {
    busy.set(sn, (busy.get(sn) ?? 0) + 1);
    expect(busy.get(sn)).toBe(1);
    most = Math.max(most, [...busy.values()].filter((n) => n > 0).length);
    await new Promise((done) => setImmediate(done));
    busy.set(sn, 0);
    return { ok: true };
  };
  await start({ concurrency: 2 });
  await start({ concurrency: 1 });
  await Promise.all([work(), work()]);
  expect(asked).toHaveLength(devices.length * 4);
  expect(most).toBeLessThanOrEqual(3);
});

test('a device that answers with words that no database keeps ends in its run, and others go on there', async () => {
  const { get, start } = await fleet(1);
  const telling: RunScript = async ({ request, keep }) => {
    const reply = await request('one', { type: 'command', name: 'one', params: {} });
    const detail = reply.ok ? null : (reply.detail ?? null);
    await keep({ ...EMPTY, key: 'one', state: 'failed', failure: 'refused', detail });
    return { state: 'failed', failure: 'refused', detail };
  };
  behave = () => ({ ok: false, failure: 'refused', sent: true, detail: 'no\0 way \ud83d' });
  const runs = [await start(), await start()];
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  await workRuns(platform, everyKind(telling), ending.signal);
  for (const id of runs) {
    expect((await get(`/runs/${id}`)).data).toMatchObject({ state: 'finished', devices: { failed: 1 } });
    const [row] = (await get(`/runs/${id}/devices`)).data.rows;
    expect([row.detail, row.steps[0].detail]).toEqual(['no way \ufffd', 'no way \ufffd']);
  }
});

test('a device on which the work fails again and again ends, and one that comes further or meets a store that is away goes on', async () => {
  const { get, start } = await fleet(1);
  const [broken, slow, away] = [await start(), await start(), await start()];
  const tries = new Map<number, number>();
  const failing: RunScript = async ({ runId, steps, keep }) => {
    const n = (tries.get(runId) ?? 0) + 1;
    tries.set(runId, n);
    if (runId === slow && n % 4 === 0) await keep({ ...EMPTY, key: `${n}`, state: 'done' });
    if (runId === broken || (runId === slow && steps.length < 2)) throw new TypeError('x is not a function');
    if (runId === away && n < 9)
      throw new AppError('storeUnavailable', { store: 'postgres', reason: 'away' });
    return { state: 'done' };
  };
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const working = workRuns(platform, everyKind(failing), ending.signal);
  const ended = async (id: number) => (await get(`/runs/${id}/devices`)).data.rows[0];
  // Without the pause after each fault.
  const skipPause = () =>
    sql`UPDATE run_devices SET held_until = clock_timestamp()
         WHERE state = 'running' AND held_until < clock_timestamp() + interval '6 seconds'`.execute(
      platform.db,
    );
  await expect
    .poll(async () => {
      await skipPause();
      return (await ended(away)).state;
    })
    .toBe('done');
  await working;
  expect(await ended(broken)).toMatchObject({
    state: 'unknown',
    failure: 'denied',
    detail: platform.text('en-US', 'errors.internal'),
  });
  expect((await ended(slow)).state).toBe('done');
  expect([...tries.values()]).toEqual([5, 9, 9]);
});

test('whose run waits for a device that somebody else is at is told who that is', async () => {
  const first = await fleet(1);
  const { user, organisationId } = first;
  const other = await as(await makeUser(platform, { role: 'installer', organisationId }));
  await first.start();
  const queued = await first.start();
  const told: unknown[] = [];
  behave = async () => {
    told.push((await other.get(`/runs/${queued}/devices`)).data.rows[0]);
    return { ok: true };
  };
  await work();
  const behind = { by: { id: user.id, name: user.name } };
  expect(told.slice(0, 2)).toMatchObject([
    { state: 'waiting', behind },
    { state: 'waiting', behind },
  ]);
  expect(asked).toHaveLength(4);
  const { rows } = (await other.get(`/runs/${queued}/devices`)).data;
  expect(rows).toMatchObject([{ state: 'done', behind: null }]);
});

test('organisations take turns, however many devices of one of them wait', async () => {
  const many = await fleet(12);
  const few = await fleet(1);
  await many.start({ concurrency: 12 });
  await many.start({ concurrency: 12 });
  const late = await few.start();
  const claim = () => claimDevices(platform.db, { most: 4, holder: HOLDER, now: platform.clock.now() });
  const first = await claim();
  expect(first).toHaveLength(4);
  expect(first.map(({ runId }) => runId)).toContain(late);
  // In the order of the run.
  const ofMany = first.filter(({ runId }) => runId !== late).map(({ deviceId }) => deviceId);
  expect(ofMany.toSorted((a, b) => a - b)).toEqual(many.devices.slice(0, 3).map(({ id }) => id));
  const again = await few.start();
  const second = await claim();
  // The device of the other one is busy: what it waits for is not done at the same time.
  expect(second.map(({ runId }) => runId)).not.toContain(again);
  expect(second).toHaveLength(4);
  await platform.db.deleteFrom('runs').execute();
});

test('what a server that is gone had sent is not sent again by the one that goes on', async () => {
  const { get, devices, start } = await fleet(1);
  const id = await start();
  // A server takes the device, and is killed while it waits for the answer to the first command.
  const gone = await claimDevices(platform.db, {
    most: 1,
    holder: HOLDER,
    now: platform.clock.now(),
  });
  expect(gone).toHaveLength(1);
  const person = await platform.db
    .selectFrom('runs')
    .select('userId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const actor = (await findUserActor(platform.db, { userId: person.userId, at: platform.clock.now() }))!;
  behave = () => ({ ok: false, failure: 'disconnected', sent: true });
  await platform.links.request(
    { actor, deviceId: devices[0]!.id },
    { type: 'command', name: 'one', params: {} },
    { timeoutMs: 1000, idempotencyKey: `run ${id}/${devices[0]!.id}/1/one` },
  );
  behave = () => ({ ok: true });
  await letGoOfAll(platform.db);
  await work();
  expect(asked).toHaveLength(1);
  const [row] = (await get(`/runs/${id}/devices`)).data.rows;
  expect(row).toMatchObject({ state: 'failed', failure: 'disconnected' });
});

test('a server that stops lets go of its devices, and another one ends them', async () => {
  const { get, start } = await fleet(1);
  const id = await start();
  const stopping = new AbortController();
  behave = () => {
    stopping.abort();
    return { ok: true };
  };
  await expect(work(stopping.signal)).rejects.toThrow();
  expect((await get(`/runs/${id}`)).data.devices).toMatchObject({ running: 1 });
  await work();
  expect((await get(`/runs/${id}`)).data).toMatchObject({ state: 'finished', devices: { done: 1 } });
  expect(asked).toHaveLength(2);
});

test('only what failed is tried again; a run is suspended, resumed and stopped by who may', async () => {
  const { get, post, devices, start } = await fleet(3);
  const stranger = await someone('installer');
  const bad = devices[1]!.sn;
  behave = (sn) => (sn === bad ? { ok: false, failure: 'refused', sent: true } : { ok: true });
  const id = await start();
  await work();
  expect((await get(`/runs/${id}`)).data.devices).toMatchObject({ done: 2, failed: 1 });
  expect((await stranger.post(`/runs/${id}/retry`)).error).toBe('runNotFound');
  asked.length = 0;
  behave = () => ({ ok: true });
  expect((await post(`/runs/${id}/retry`)).code).toBe(200);
  await work();
  expect(asked).toEqual([bad, bad]);
  expect((await get(`/runs/${id}`)).data.devices).toMatchObject({ done: 3, failed: 0 });
  expect((await post(`/runs/${id}/retry`)).error).toBe('runNotOpen');
  const next = await start();
  expect((await post(`/runs/${next}/suspend`)).code).toBe(200);
  await work();
  expect((await get(`/runs/${next}`)).data).toMatchObject({ state: 'suspended', devices: { waiting: 3 } });
  expect((await post(`/runs/${next}/resume`)).code).toBe(200);
  expect((await post(`/runs/${next}/stop`)).code).toBe(200);
  await work();
  expect((await get(`/runs/${next}`)).data).toMatchObject({ state: 'stopped', devices: { cancelled: 3 } });
  expect(asked).toEqual([bad, bad]);
});

test('who lost the right meanwhile does nothing more, and what is too late does not begin', async () => {
  const { user, get, start } = await fleet(2);
  const late = await start({ expiresAt: platform.clock.now() + 1000 });
  platform.clock.advance(1000);
  await work();
  expect((await get(`/runs/${late}`)).data.devices).toMatchObject({ expired: 2 });
  const id = await start();
  await platform.db
    .updateTable('users')
    .set({ role: 'internalReadOnly' })
    .where('id', '=', user.id)
    .execute();
  await work();
  const { rows } = (await get(`/runs/${id}/devices`)).data ?? { rows: [] };
  expect(asked).toEqual([]);
  expect(rows).toEqual([]);
  const states = await platform.db
    .selectFrom('runDevices')
    .select('failure')
    .where('runId', '=', id)
    .execute();
  expect(states).toEqual([{ failure: 'notAllowed' }, { failure: 'notAllowed' }]);
});

test('runs of a station count its own devices alone, are filtered, and stay there when a device goes elsewhere', async () => {
  const { get, station, devices, organisationId, actor } = await fleet(2);
  const other = await makeStation(platform, { organisationId: organisationId! });
  const far = await makeDevice(platform, { stationId: other.id, organisationId: organisationId! });
  const run = {
    actor,
    address: null,
    kind: 'parameters',
    definition: {},
    concurrency: 8,
    expiresAt: null,
  } as const;
  const begin = (name: string, ids: number[]) =>
    platform.db.transaction().execute((trx) => startRun(trx, platform, { ...run, name, deviceIds: ids }));
  const both = await begin('Both', [devices[0]!.id, far.id]);
  await work();
  const here = await begin('Here', [devices[1]!.id]);
  const list = async (id: number, query = '') => (await get(`/stations/${id}/runs${query}`)).data;
  expect((await list(station.id)).rows).toMatchObject([
    { id: here, state: 'executing', devices: { waiting: 1 }, mayRead: true },
    { id: both, state: 'finished', devices: { done: 1 } },
  ]);
  expect(await list(station.id, '?state=finished&kind=parameters')).toMatchObject({
    total: 1,
    rows: [{ id: both }],
  });
  expect(await list(station.id, '?kind=instructions')).toMatchObject({ total: 0, rows: [] });
  await platform.db
    .updateTable('devices')
    .set({ stationId: other.id })
    .where('id', '=', devices[0]!.id)
    .execute();
  expect((await list(station.id)).total).toBe(2);
  expect(await list(other.id)).toMatchObject({ total: 1, rows: [{ devices: { done: 1 } }] });
  const stranger = await someone('installer');
  expect((await stranger.get(`/stations/${station.id}/runs`)).error).toBe('stationNotFound');
});

test('who of another organisation is at a device is not told, and who of the own one is', async () => {
  const { get, station, devices, start, organisationId } = await fleet(1);
  const device = devices[0]!;
  await platform.db.deleteFrom('runs').execute();
  const first = await start();
  const claim = () => claimDevices(platform.db, { most: 1, holder: HOLDER, now: platform.clock.now() });
  expect(await claim()).toMatchObject([{ runId: first }]);
  const waiting = async (one: { actor: Actor; get: typeof get }) => {
    const run = { address: null, kind: 'parameters', name: 'Next', definition: {}, concurrency: 8 } as const;
    const id = await platform.db
      .transaction()
      .execute((trx) =>
        startRun(trx, platform, { ...run, actor: one.actor, deviceIds: [device.id], expiresAt: null }),
      );
    return (await one.get(`/runs/${id}/devices`)).data.rows[0].behind;
  };
  const actorOf = async (user: { id: number }) =>
    (await findUserActor(platform.db, { userId: user.id, at: platform.clock.now() }))!;
  const owner = await someone('owner');
  await platform.db
    .updateTable('stations')
    .set({ ownerId: owner.user.id })
    .where('id', '=', station.id)
    .execute();
  expect(await waiting({ get: owner.get, actor: await actorOf(owner.user) })).toEqual({
    runId: null,
    by: null,
  });
  const colleague = await someone('installer', { organisationId: organisationId! });
  expect(await waiting({ get: colleague.get, actor: await actorOf(colleague.user) })).toMatchObject({
    runId: first,
    by: { id: expect.any(Number) },
  });
  await platform.db.deleteFrom('runs').execute();
});

test('a device that moved since its run began is sent nothing, also where the same person may command it there', async () => {
  const { get, devices, start, organisationId } = await fleet(3);
  const elsewhere = await makeStation(platform, { organisationId: organisationId! });
  const id = await start();
  const move = (device: { id: number }, stationId: number | null) =>
    platform.db.updateTable('devices').set({ stationId }).where('id', '=', device.id).execute();
  await move(devices[0]!, elsewhere.id);
  await move(devices[1]!, null);
  await work();
  const theirs = new Set(devices.map(({ sn }) => sn));
  expect(asked.filter((sn) => theirs.has(sn))).toEqual([devices[2]!.sn, devices[2]!.sn]);
  expect((await get(`/runs/${id}`)).data).toMatchObject({ devices: { done: 1, failed: 2 } });
});
