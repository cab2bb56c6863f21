import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { everyKind } from '../../../test/every-kind.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import type { DeviceReply } from '../../platform/links/device-links.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerRunsRoutes, workRuns, type RunScript } from './index.ts';
import { claimDevices, endRuns } from './run-rows.queries.ts';

/** Somebody who begins very much, and those who wait beside it. */

const platform = await testPlatform({
  SUNFLEET_COMMANDS_PER_PERSON: '10000',
  SUNFLEET_COMMANDED_DEVICES_PER_PERSON: '10000',
  SUNFLEET_COMMANDS_PER_ORGANISATION: '10000',
  SUNFLEET_V5_COMMANDS: 'on',
});
const { server, someone } = await openApi(platform, registerRunsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const asked: string[] = [];
let behave: (sn: string) => Promise<DeviceReply> | DeviceReply = () => ({ ok: true });
platform.links.serve((sn, _, { beforeSending }) =>
  beforeSending().then(async () => {
    asked.push(sn);
    return behave(sn);
  }),
);
beforeEach(async () => {
  asked.length = 0;
  behave = () => ({ ok: true });
  await platform.db.deleteFrom('runs').execute();
});

const EMPTY = { before: null, after: null, answer: null, failure: null, detail: null };
const script: RunScript = async ({ request, keep }) => {
  for (const key of ['one', 'two']) {
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
  const start = (changes: { kind?: 'parameters' | 'instructions' | 'unbind'; definition?: object } = {}) =>
    beginRun(platform, { actor, deviceIds: made.map(({ id }) => id), concurrency: 200, ...changes });
  return { ...person, actor, devices: made, start };
}

test('devices that never answer keep nobody else’s from being asked', async () => {
  const slow = await fleet(80);
  const other = await fleet(1);
  const names = new Set(slow.devices.map(({ sn }) => sn));
  const answer = Promise.withResolvers<DeviceReply>();
  behave = (sn) => (names.has(sn) ? answer.promise : { ok: true });
  await slow.start();
  const working = work();
  await vi.waitFor(() => expect(asked).toHaveLength(64));
  const id = await other.start();
  await vi.waitFor(async () =>
    expect((await other.get(`/runs/${id}`)).data.devices).toMatchObject({ done: 1 }),
  );
  expect(asked.filter((sn) => names.has(sn))).toHaveLength(64);
  answer.resolve({ ok: true });
  await working;
  expect(asked).toHaveLength(2 * 81);
});

test('a run that has no room keeps nobody else’s run from a device that both name', async () => {
  const [provider, owner] = [await fleet(1), await fleet(1)];
  const [slow, shared] = [provider.devices[0]!.id, owner.devices[0]!.id];
  const both = { actor: provider.actor, deviceIds: [slow, shared], concurrency: 1 };
  const former = await beginRun(platform, both);
  const own = await owner.start();
  const claim = () =>
    claimDevices(platform.db, {
      most: 256,
      holder: '00000000-0000-4000-8000-000000000001',
      now: platform.clock.now(),
    });
  const first = (await claim()).toSorted((one, next) => one.runId - next.runId);
  expect(first).toMatchObject([
    { runId: former, deviceId: slow },
    { runId: own, deviceId: shared },
  ]);
  // One is at a device at a time.
  await platform.db.updateTable('runDevices').set({ state: 'done' }).where('deviceId', '=', slow).execute();
  expect(await claim()).toEqual([]);
});

/** Rows of many runs on the same devices, as they are while all of them wait. */
async function crowd(userId: number, { runs, devices }: { runs: number; devices: number }) {
  await sql`
    WITH made AS (
      INSERT INTO devices (sn, kind) SELECT 'CROWD' || n, 'inverter' FROM generate_series(1, ${devices}::int) n RETURNING id
    ), begun AS (
      INSERT INTO runs (kind, name, organisation_id, user_id, definition, concurrency, created_at)
      SELECT 'parameters', 'Test', organisation_id, id, '{}', 1, now() FROM users, generate_series(1, ${runs}::int)
       WHERE users.id = ${userId} RETURNING id)
    INSERT INTO run_devices (run_id, device_id, position)
    SELECT begun.id, made.id, row_number() OVER (PARTITION BY begun.id) FROM begun, made`.execute(
    platform.db,
  );
  await sql`ANALYZE runs, run_devices`.execute(platform.db);
}

test('many runs on the same devices are looked through in little time', async () => {
  const { user } = await someone('installer');
  await crowd(user.id, { runs: 200, devices: 300 });
  const began = performance.now();
  const claimed = await claimDevices(platform.db, {
    most: 256,
    holder: '00000000-0000-4000-8000-000000000001',
    now: platform.clock.now(),
  });
  // With a look at all older runs of each row it took four seconds.
  expect(performance.now() - began).toBeLessThan(1000);
  expect(claimed).toHaveLength(1);
});

test('an organisation has so many open runs, begun or tried again', async () => {
  const { user, post, start } = await fleet(1);
  behave = () => ({ ok: false, failure: 'refused', sent: true });
  const failed = await start();
  await work();
  await crowd(user.id, { runs: LIMITS.runsOpen, devices: 0 });
  await expect(start()).rejects.toMatchObject({ key: 'tooManyRuns' });
  expect((await post(`/runs/${failed}/retry`)).error).toBe('tooManyRuns');
  await endRuns(platform.db, platform.clock.now());
  expect(await start()).toBeGreaterThan(failed);
  expect((await post(`/runs/${failed}/retry`)).code).toBe(200);
});

test.each([
  ['parameters.dangerous', { kind: 'parameters', definition: { dangerous: true } }],
  ['operations.run', { kind: 'instructions', definition: { dangerous: false } }],
] as const)('nothing more is written in a run of who lost %s at a device', async (lost, run) => {
  const { user, organisationId, get, start } = await fleet(1);
  const held = ['stations.view', 'devices.view', 'parameters.read', 'parameters.write'] as const;
  const { id: roleId } = await platform.db
    .insertInto('roles')
    .values({
      organisationId: organisationId!,
      name: `Runs ${user.id}`,
      description: '',
      basedOn: 'installer',
      attribution: 'internal',
      scope: 'organisation',
      permissions: [...held, lost],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.updateTable('users').set({ roleId }).where('id', '=', user.id).execute();
  behave = async () => {
    await platform.db
      .updateTable('roles')
      .set({ permissions: [...held] })
      .where('id', '=', roleId)
      .execute();
    return { ok: true };
  };
  const id = await start(run);
  await work();
  expect(asked).toHaveLength(1);
  const { rows } = (await get(`/runs/${id}/devices`)).data;
  expect(rows).toMatchObject([{ state: 'failed', failure: 'notAllowed', steps: [{ state: 'done' }, {}] }]);
});

test('what a second person approved is tried again for a day', async () => {
  const { get, post, start } = await fleet(1);
  const mayRetry = async (id: number) => (await get(`/runs/${id}`)).data.mayRetry;
  behave = () => ({ ok: false, failure: 'refused', sent: true });
  const plain = await start();
  expect(await mayRetry(plain)).toBe(false);
  const dangerous = await start({ definition: { dangerous: true } });
  await work();
  expect(await mayRetry(dangerous)).toBe(true);
  expect((await post(`/runs/${dangerous}/retry`)).code).toBe(200);
  await work();
  const begun = new Date(platform.clock.now() - LIMITS.approvedRunMs - 1000);
  await platform.db.updateTable('runs').set({ createdAt: begun }).execute();
  expect([await mayRetry(dangerous), await mayRetry(plain)]).toEqual([false, true]);
  const again = await post(`/runs/${dangerous}/retry`);
  expect(again.error).toBe('runTooOld');
  expect((await post(`/runs/${plain}/retry`)).code).toBe(200);
});

test('nothing that was begun goes on at a device that came into the place of another one', async () => {
  const { get, devices, start } = await fleet(2);
  const [begun, waits] = devices.map(({ id }) => id) as [number, number];
  const replace = (deviceId: number) =>
    platform.db
      .insertInto('deviceReplacements')
      .values({
        deviceId,
        stationId: devices[0]!.stationId!,
        oldSn: 'OLD',
        newSn: 'NEW',
        old: '{}',
        reason: '',
        replacedAt: new Date(platform.clock.now() + 1),
      })
      .execute();
  behave = async () => {
    await replace(begun);
    return { ok: true };
  };
  const id = await start();
  await replace(waits);
  await work();
  expect(asked).toEqual([devices[0]!.sn]);
  const { rows } = (await get(`/runs/${id}/devices`)).data;
  expect(rows).toMatchObject([
    { state: 'failed', failure: 'notAllowed', steps: [{ state: 'done' }] },
    { state: 'failed', failure: 'notAllowed', steps: [] },
  ]);
});
