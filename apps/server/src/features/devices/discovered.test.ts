import { randomUUID } from 'node:crypto';
import { encodePush, PUSH_LAYOUTS, V5_CONTROL } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { fakeLogger, testIngest, TIMES } from '../../../test/v5-logger.ts';
import { createV5Gateway } from '../../gateway/v5/index.ts';
import { openFleet } from '../fleet/index.ts';
import { mintDeviceSecret, registerDevicesRoutes, storeDeviceSecret } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
const { server, as } = await openApi(platform, registerDevicesRoutes);
const fleet = await openFleet(platform);
const ingest = testIngest(platform);
const gateway = createV5Gateway(platform, {
  directory: fleet.directory,
  ingest,
  options: { pollMs: 3_600_000 },
});
const port = await gateway.start();
afterAll(async () => {
  await gateway.stop();
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

const layout = PUSH_LAYOUTS.find(({ fields }) => fields.some(({ key }) => key === 'ac.power'))!;
const newSn = () => `SN${randomUUID().slice(0, 12)}`;
const rowOf = (sn: string) =>
  platform.db.selectFrom('devices').selectAll().where('sn', '=', sn).executeTakeFirst();

/** An installer with a stick at a station, and somebody on a socket who has the stick's serial number. */
async function victim() {
  const organisation = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'installer', organisationId: organisation.id });
  const station = await makeStation(platform, { organisationId: organisation.id });
  const home = { stationId: station.id, organisationId: organisation.id };
  const stick = await fakeLogger(port, { mode: 'silent' });
  const logger = await makeDevice(platform, { sn: String(stick.serial), kind: 'logger', ...home });
  platform.bus.publish('deviceChanged', { deviceId: logger.id });
  await vi.waitUntil(() => fleet.directory.byId(logger.id));
  let sent = 0;
  const push = async (sn: string) => {
    const offsetSeconds = Math.floor(platform.clock.now() / 1000) - TIMES.totalSeconds;
    const times = { ...TIMES, frameType: 1, offsetSeconds };
    stick.send(
      V5_CONTROL.data,
      encodePush({ layout, sn, values: { 'ac.power': 9_000_000 }, times, packet: 1 }),
    );
    sent += 1;
    await expect.poll(() => stick.answers.length).toBe(sent);
  };
  const { get, post } = await as(user);
  const at = `/devices/${logger.id}/discovered`;
  return {
    home,
    logger,
    push,
    get,
    post,
    stored: (sn: string) => ingest.stored.filter((entry) => entry.sn === sn).length,
    waiting: async () => (await get(at)).data as { sn: string; declined: boolean }[],
    decide: (how: 'accept' | 'decline', sn: string) => post(`${at}/${how}`, { sn }),
  };
}

test('invented devices of an invented frame get no station until a person accepts them, and refused ones never', async () => {
  const { logger, home, push, stored, waiting, decide } = await victim();
  const [real, invented] = [newSn(), newSn()];
  await push(real);
  await push(invented);
  expect([await rowOf(real), await rowOf(invented)]).toEqual([undefined, undefined]);
  expect((await waiting()).map(({ sn }) => sn).toSorted()).toEqual([real, invented].toSorted());
  expect((await decide('decline', invented)).code).toBe(200);
  expect((await decide('accept', real)).code).toBe(200);
  expect(await waiting()).toMatchObject([{ sn: invented, declined: true }]);
  expect(await rowOf(real)).toMatchObject({ ...home, parentId: logger.id, secretHash: null });
  await vi.waitUntil(() => fleet.directory.spokenFor(logger.id, real));
  await push(real);
  await push(invented);
  expect([stored(real), stored(invented)]).toEqual([1, 0]);
  expect(await rowOf(invented)).toBeUndefined();
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('objectId', '=', String(logger.id))
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'devices.decline', after: { sn: invented } },
    { action: 'devices.accept', after: { sn: real } },
  ]);
});

test('a frame writes nothing into a device that has a secret of its own, and does not move it behind the stick', async () => {
  const { home, push, stored } = await victim();
  const secret = storeDeviceSecret(mintDeviceSecret());
  const own = await makeDevice(platform, { sn: newSn(), ...home, ...secret });
  const behindAnother = await makeDevice(platform, {
    sn: newSn(),
    ...home,
    parentId: (await makeDevice(platform, { kind: 'logger', ...home })).id,
  });
  for (const device of [own, behindAnother]) {
    platform.bus.publish('deviceChanged', { deviceId: device.id });
    await vi.waitUntil(() => fleet.directory.byId(device.id));
    await push(device.sn);
    expect(stored(device.sn)).toBe(0);
    expect((await rowOf(device.sn))!.parentId).toBe(device.parentId);
  }
});

test('a device of the station that waits hangs on the logger once a person accepts it', async () => {
  const { home, logger, push, stored, decide } = await victim();
  const added = await makeDevice(platform, {
    sn: newSn(),
    ...home,
    ...storeDeviceSecret(mintDeviceSecret()),
  });
  platform.bus.publish('deviceChanged', { deviceId: added.id });
  await vi.waitUntil(() => fleet.directory.byId(added.id));
  await push(added.sn);
  expect((await decide('accept', added.sn)).code).toBe(200);
  expect(await rowOf(added.sn)).toMatchObject({ id: added.id, parentId: logger.id, loggerSpeaks: true });
  await vi.waitUntil(() => fleet.directory.spokenFor(logger.id, added.sn));
  await push(added.sn);
  expect(stored(added.sn)).toBe(1);
});

test('nobody decides over a logger of others, nor accepts what it does not name', async () => {
  const [one, other] = [await victim(), await victim()];
  const sn = newSn();
  await one.push(sn);
  const path = `/devices/${one.logger.id}/discovered`;
  expect((await other.get(path)).error).toBe('deviceNotFound');
  expect((await other.post(`${path}/accept`, { sn })).error).toBe('deviceNotFound');
  expect((await other.post(`${path}/decline`, { sn })).error).toBe('deviceNotFound');
  expect((await other.decide('accept', sn)).error).toBe('deviceNotFound');
  expect((await one.waiting()).map((row) => row.sn)).toEqual([sn]);
});

test('a logger that is not bound names devices, and they wait until it is', async () => {
  const platformAdmin = await as(await makeUser(platform, { role: 'platformAdmin' }));
  const logger = await makeDevice(platform, { kind: 'logger' });
  const sn = newSn();
  expect(await fleet.directory.discovered(logger.id, sn, {})).toBe(true);
  const answer = await platformAdmin.post(`/devices/${logger.id}/discovered/accept`, { sn });
  expect(answer.error).toBe('stationNotFound');
});

/** Names devices behind a logger over a new connection from this address. */
async function namer(loggerId: number, address: string) {
  const connection = { connection: randomUUID(), address, replaces: async () => false };
  const connect = () => fleet.directory.connected(loggerId, connection);
  return async (sn: string) => {
    await connect();
    return fleet.directory.discovered(loggerId, sn, {});
  };
}

test('a stranger who names invented devices fills half of the list and pushes out nothing but those', async () => {
  const { logger, waiting } = await victim();
  const real = await namer(logger.id, '192.0.2.4');
  const own = [newSn(), newSn()];
  for (const sn of own) expect(await real(sn)).toBe(true);
  const strangers = [await namer(logger.id, '203.0.113.5'), await namer(logger.id, '198.51.100.6')];
  const invented = Array.from({ length: 60 }, newSn);
  for (const sn of invented) {
    platform.clock.advance(11_000);
    expect(await strangers[0]!(sn)).toBe(true);
  }
  const left = async () => (await waiting()).map(({ sn }) => sn);
  expect((await left()).toSorted()).toEqual([...own, ...invented.slice(10)].toSorted());
  for (let n = 0; n < 60; n += 1) {
    platform.clock.advance(11_000);
    await strangers[1]!(newSn());
  }
  expect(await left()).toHaveLength(100);
  expect(await left()).toEqual(expect.arrayContaining(own));
  const later = newSn();
  expect(await real(later)).toBe(true);
  expect(await left()).toEqual(expect.arrayContaining([...own, later]));
});

test('what a believed connection names stays, and a list full of it takes nothing of strangers', async () => {
  const { logger, waiting } = await victim();
  const stranger = await namer(logger.id, '203.0.113.5');
  const invented = newSn();
  expect(await stranger(invented)).toBe(true);
  const { db } = platform;
  const believed = { doubt: null, doubtedSince: null };
  await db.updateTable('loggerConnections').set(believed).where('deviceId', '=', logger.id).execute();
  const name = (sn: string) => fleet.directory.discovered(logger.id, sn, {});
  const real = Array.from({ length: 100 }, newSn);
  for (const sn of real) expect(await name(sn)).toBe(true);
  expect(await name(newSn())).toBe(false);
  expect(await stranger(newSn())).toBe(false);
  expect((await waiting()).map(({ sn }) => sn)).toEqual(real.toSorted());
});

test('a stranger does not say of which family a device is that the stick itself has named', async () => {
  const { logger } = await victim();
  const { db } = platform;
  const believed = { deviceId: logger.id, doubt: null, trustedNetwork: '192.0.2.0/24' };
  await db.insertInto('loggerConnections').values(believed).execute();
  const sn = newSn();
  const own = { kind: 'battery' as const, model: 'B-1', profileId: 'own' };
  await fleet.directory.discovered(logger.id, sn, own);
  const doubted = { doubt: 'otherNetwork' as const, doubtedSince: new Date(platform.clock.now()) };
  await db.updateTable('loggerConnections').set(doubted).where('deviceId', '=', logger.id).execute();
  await fleet.directory.discovered(logger.id, sn, { kind: 'meter', model: 'X', profileId: 'other' });
  const kept = db.selectFrom('discoveredDevices').select(['kind', 'model', 'profileId']);
  expect(await kept.where('sn', '=', sn).execute()).toEqual([own]);
});

test('a list that a stranger has filled is declined at once, and stays out of it', async () => {
  const { logger, post, waiting } = await victim();
  const name = (sn: string) => fleet.directory.discovered(logger.id, sn, {});
  const invented = Array.from({ length: 50 }, newSn);
  for (const sn of invented) expect(await name(sn)).toBe(true);
  expect((await post(`/devices/${logger.id}/discovered/decline-all`)).data).toEqual({ declined: 50 });
  expect(await name(invented[0]!)).toBe(true);
  expect((await waiting()).filter(({ declined }) => !declined)).toEqual([]);
  const real = newSn();
  expect(await name(real)).toBe(true);
  expect((await waiting()).filter(({ declined }) => !declined)).toMatchObject([{ sn: real }]);
  expect((await post(`/devices/${logger.id}/discovered/decline-all`)).data).toEqual({ declined: 1 });
  expect(await waiting()).toHaveLength(51);
});

test('frames from before somebody accepted a device do not become its history', async () => {
  const { push, stored, decide, logger } = await victim();
  const sn = newSn();
  await push(sn);
  await push(sn);
  expect((await decide('accept', sn)).code).toBe(200);
  await vi.waitUntil(() => fleet.directory.spokenFor(logger.id, sn));
  expect(stored(sn)).toBe(0);
  await push(sn);
  expect(stored(sn)).toBe(1);
});

test('nobody declines for a logger of others', async () => {
  const [one, other] = [await victim(), await victim()];
  const answer = await other.post(`/devices/${one.logger.id}/discovered/decline-all`);
  expect(answer.error).toBe('deviceNotFound');
});
