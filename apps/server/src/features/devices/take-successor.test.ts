import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { beginRun } from '../../../test/begin-run.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerRunsRoutes } from '../runs/index.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerDevicesRoutes, registerRunsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const newSn = () => `SN${randomUUID().slice(0, 12)}`;

async function plant() {
  const client = await someone('organisationAdmin');
  const { organisationId } = client;
  const station = await makeStation(platform, { organisationId: organisationId! });
  const device = await makeDevice(platform, { organisationId, stationId: station.id, sn: newSn() });
  return { station, device, client };
}

/** A run that has unbound the device of a plant, though it is there still. Answers which numbers its people read in it. */
async function unbinding({ client, device }: Awaited<ReturnType<typeof plant>>) {
  const runId = await beginRun(platform, {
    actor: (await findUserActor(db, { userId: client.user.id, at: clock.now() }))!,
    deviceIds: [device.id],
    kind: 'unbind',
  });
  clock.advance(1000);
  await db.updateTable('runDevices').set({ state: 'done' }).where('runId', '=', runId).execute();
  return async () => {
    const { rows } = (await client.get(`/runs/${runId}/devices`)).data;
    return rows.map((row: { device: { sn: string } }) => row.device.sn);
  };
}

/** For a week a device that was unbound is its former organisation's alone. */
const freedLongAgo = (id: number) =>
  db
    .updateTable('devices')
    .set({ freedAt: new Date(clock.now() - 8 * 86_400_000) })
    .where('id', '=', id)
    .execute();

test('alarms of a device and what runs did to it stay with who had it, under its number, when others put it into a place and take it from there', async () => {
  const [former, next] = [await plant(), await plant()];
  const at = new Date(clock.now());
  const fault = {
    code: 'X',
    level: 'tip',
    textKey: 'x',
    type: 'deviceFault',
    beganAt: at,
    lastSeenAt: at,
    recoveredAt: at,
  } as const;
  const { id } = await db
    .insertInto('alarms')
    .values({ ...fault, stationId: former.station.id, deviceId: former.device.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const kept = db
    .selectFrom('alarms')
    .innerJoin('devices', 'devices.id', 'alarms.deviceId')
    .select(['devices.sn', 'alarms.stationId'])
    .where('alarms.id', '=', id);
  const told = await unbinding(former);
  const there = [{ sn: former.device.sn, stationId: former.station.id }];
  expect((await former.client.post(`/devices/${former.device.id}/unbind`)).code).toBe(200);
  await freedLongAgo(former.device.id);
  const replace = (sn: string) => next.client.post(`/devices/${next.device.id}/replace`, { sn });
  expect((await replace(former.device.sn)).code).toBe(200);
  expect(await kept.execute()).toEqual(there);
  expect(await told()).toEqual([former.device.sn]);
  expect((await replace(newSn())).code).toBe(200);
  expect(await kept.execute()).toEqual(there);
  expect(await told()).toEqual([former.device.sn]);
});

test('a run names the device that it reached also where another one came into its place before that went elsewhere', async () => {
  const [former, next] = [await plant(), await plant()];
  const told = await unbinding(former);
  const second = newSn();
  const place = `/devices/${former.device.id}`;
  expect((await former.client.post(`${place}/replace`, { sn: second })).code).toBe(200);
  expect((await former.client.post(`${place}/unbind`)).code).toBe(200);
  expect(await told()).toEqual([former.device.sn]);
  await freedLongAgo(former.device.id);
  // It came with a secret of its own, whose code the next owner would show.
  const bare = { secretHash: null, secretSalt: null, claimHash: null, claimSalt: null };
  await db.updateTable('devices').set(bare).where('id', '=', former.device.id).execute();
  const replace = (sn: string) => next.client.post(`/devices/${next.device.id}/replace`, { sn });
  expect((await replace(second)).code).toBe(200);
  expect(await told()).toEqual([former.device.sn]);
  expect((await replace(newSn())).code).toBe(200);
  expect(await told()).toEqual([former.device.sn]);
});

test('a run that unbound a device that stood nowhere names it by its number, when its next owner puts another one into its place', async () => {
  const [former, next] = [await plant(), await plant()];
  const { id, sn } = await makeDevice(platform, {
    organisationId: former.client.organisationId,
    stationId: null,
    sn: newSn(),
  });
  const actor = (await findUserActor(db, { userId: former.client.user.id, at: clock.now() }))!;
  const runId = await beginRun(platform, { actor, deviceIds: [id], kind: 'unbind' });
  clock.advance(1000);
  await db.updateTable('runDevices').set({ state: 'done' }).where('runId', '=', runId).execute();
  const binding = { organisationId: next.client.organisationId, stationId: next.station.id };
  await db.updateTable('devices').set(binding).where('id', '=', id).execute();
  expect((await next.client.post(`/devices/${id}/replace`, { sn: newSn() })).code).toBe(200);
  expect((await former.client.get(`/runs/${runId}/devices`)).data.rows).toMatchObject([{ device: { sn } }]);
});
