import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { openFleet } from '../fleet/index.ts';
import { claimCodeOf } from './claim-code.ts';
import { mintDeviceSecret, registerDevicesRoutes } from './index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { server, as } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

const newSn = () => `NUM${randomUUID().slice(0, 12)}`;

async function someone() {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'installer', organisationId });
  const station = await makeStation(platform, { organisationId });
  const other = await makeStation(platform, { organisationId });
  const client = await as(user);
  const at = `/stations/${station.id}/devices`;
  return {
    user,
    station,
    other,
    check: async (sns: string[]) => (await client.post(`${at}/check`, { sns })).data,
    add: (devices: object[]) => client.post(`${at}/batch`, { kind: 'logger', devices }),
    client,
    at,
  };
}

async function devicesAt(stationId: number, count: number): Promise<string[]> {
  const sns: string[] = [];
  for (let n = 0; n < count; n += 1) sns.push((await makeDevice(platform, { stationId, sn: newSn() })).sn);
  return sns;
}

/** A device that came by itself and signs in with a secret. */
async function reporting() {
  const [sn, secret] = [newSn(), mintDeviceSecret()];
  await fleet.directory.authenticate(sn, secret, 'mqtt', '192.0.2.44');
  return { sn, claimCode: claimCodeOf(sn, secret) };
}

test('each serial number is told what becomes of it, and those that can be are added while others are refused', async () => {
  const me = await someone();
  const stranger = await makeStation(platform);
  const [here] = await devicesAt(me.station.id, 1);
  const [mine] = await devicesAt(me.other.id, 1);
  const [taken] = await devicesAt(stranger.id, 1);
  const claimed = await reporting();
  const fresh = newSn();
  const list = [here!, mine!, taken!, claimed.sn, fresh, fresh, 'a b', ` ${newSn()} `];
  const rows = await me.check(list);
  expect(rows.map(({ state }: { state: string }) => state)).toEqual([
    'here',
    'mine',
    'taken',
    'claimNeeded',
    'new',
    'duplicate',
    'invalid',
    'new',
  ]);
  expect(rows[1].station).toEqual({ id: me.other.id, name: me.other.name });
  expect(rows[2].station).toBeNull();
  const { data } = await me.add([
    { sn: fresh },
    { sn: taken },
    { sn: claimed.sn },
    { sn: claimed.sn, claimCode: claimed.claimCode },
    { sn: mine },
  ]);
  expect(data.map((one: { refusal: { error: string } | null }) => one.refusal?.error ?? 'added')).toEqual([
    'added',
    'snTaken',
    'claimCodeNeeded',
    'added',
    'deviceAlreadyBound',
  ]);
  expect(data[0].secret).not.toBe('');
  expect(data[4].refusal.message).toContain(me.other.name);
  expect((await me.check([fresh]))[0].state).toBe('here');
});

test('a list tells of ten serial numbers of others in an hour, and then of none that is not one’s own', async () => {
  const me = await someone();
  const stranger = await makeStation(platform);
  const foreign = await devicesAt(stranger.id, 12);
  const [mine] = await devicesAt(me.other.id, 1);
  const free = newSn();
  const states = async (sns: string[]) =>
    (await me.check(sns)).map(({ state }: { state: string }) => state) as string[];
  // Nine are within the limit, and asked again they tell nothing new.
  const nine = foreign.slice(0, 9);
  expect(new Set(await states(nine))).toEqual(new Set(['taken']));
  expect(await states([...nine, free])).toEqual([...nine.map(() => 'taken'), 'new']);
  const all = await states([free, ...foreign, mine!]);
  expect(all).toEqual(['untold', ...foreign.map((_, n) => (n < 10 ? 'taken' : 'untold')), 'mine']);
  // Where none is told any more, a free one is not told either: otherwise silence would tell.
  expect(await states([newSn(), mine!])).toEqual(['untold', 'mine']);
  expect((await me.add([{ sn: newSn() }])).data[0].refusal.error).toBe('tooManyRequests');
  const denied = await platform.db
    .selectFrom('auditLog')
    .select('objectId')
    .where('userId', '=', me.user.id)
    .where('action', '=', 'denied.checkDevices')
    .execute();
  expect(denied.map(({ objectId }) => objectId).toSorted()).toEqual(foreign.slice(0, 10).toSorted());
});

test('neither is done at stations of others, nor with more numbers than an entry has', async () => {
  const [me, other] = [await someone(), await someone()];
  expect((await me.client.post(`${other.at}/check`, { sns: [newSn()] })).error).toBe('stationNotFound');
  const batch = { kind: 'logger', devices: [{ sn: newSn() }] };
  expect((await me.client.post(`${other.at}/batch`, batch)).error).toBe('stationNotFound');
  const sns = Array.from({ length: 1001 }, (_, n) => `X${n}-000`);
  expect((await me.client.post(`${me.at}/check`, { sns })).error).toBe('invalidInput');
});
