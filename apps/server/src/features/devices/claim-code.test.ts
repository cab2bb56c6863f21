import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { newAddress, openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { openFleet } from '../fleet/index.ts';
import { claimCodeOf } from './claim-code.ts';
import { mintDeviceSecret, registerDevicesRoutes, storeDeviceSecret } from './index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { server, as } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

/** A device that has reported by itself, as on a server that keeps unknown ones. */
async function reporting() {
  const [sn, secret] = [`CLM${randomUUID().slice(0, 12)}`, mintDeviceSecret()];
  const { id } = await fleet.directory.authenticate(sn, secret, 'mqtt', newAddress());
  return { id, sn, secret, claimCode: claimCodeOf(sn, secret) };
}

async function someone() {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'installer', organisationId });
  const station = await makeStation(platform, { organisationId });
  const { post } = await as(user);
  const add = (device: object) => post(`/stations/${station.id}/devices`, { kind: 'inverter', ...device });
  return { user, station, organisationId, add, post };
}

const rowOf = (sn: string) =>
  platform.db.selectFrom('devices').selectAll().where('sn', '=', sn).executeTakeFirstOrThrow();

test('the claim code is the one of the documented vector', () => {
  expect(claimCodeOf('SF1000001', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')).toBe('35BDHS76KW');
});

test('a stranger who read a serial number cannot bind the reporting device', async () => {
  const [device, stranger] = [await reporting(), await someone()];
  expect((await stranger.add({ sn: device.sn })).error).toBe('claimCodeNeeded');
  const guesses = [
    '0000000000',
    claimCodeOf(device.sn, 'a secret of the stranger'),
    claimCodeOf('ANOTHER-SN', device.secret),
  ];
  for (const claimCode of guesses)
    expect((await stranger.add({ sn: device.sn, claimCode })).error).toBe('wrongClaimCode');
  expect((await stranger.add({ sn: device.sn, claimCode: 'no code' })).error).toBe('invalidInput');
  expect(await rowOf(device.sn)).toMatchObject({ stationId: null, organisationId: null });
  const denied = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'objectType', 'objectId', 'allowed'])
    .where('userId', '=', stranger.user.id)
    .execute();
  const entry = { action: 'denied.addDevice', objectType: 'wrongClaimCode', objectId: device.sn };
  expect(denied).toEqual(guesses.map(() => ({ ...entry, allowed: false })));
});

test('who reads the code off the device binds it, however it is typed, and it stays out of the log', async () => {
  const [device, owner] = [await reporting(), await someone()];
  const typed = ` ${device.claimCode.slice(0, 5)}-${device.claimCode.slice(5)} `
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('1', 'l');
  expect((await owner.add({ sn: device.sn, claimCode: typed })).code).toBe(200);
  expect(await rowOf(device.sn)).toMatchObject({ id: device.id, stationId: owner.station.id });
  // It goes on with the secret that its code proved, until it uses the new one.
  await vi.waitUntil(() => fleet.directory.byId(device.id)?.stationId === owner.station.id);
  expect(await fleet.directory.authenticate(device.sn, device.secret, 'mqtt')).toMatchObject({
    id: device.id,
  });
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('objectType', '=', 'device')
    .where('objectId', '=', String(device.id))
    .execute();
  expect(log.map(({ action }) => action)).toContain('devices.bind');
  expect(JSON.stringify(log).toLowerCase()).not.toContain('claim');
});

test('wrong codes are stopped after a few, and shut out nobody else', async () => {
  const [device, thief, owner] = [await reporting(), await someone(), await someone()];
  const wrong = { sn: device.sn, claimCode: '0000000000' };
  const errors: (string | undefined)[] = [];
  for (let n = 0; n < 11; n += 1) errors.push((await thief.add(wrong)).error);
  expect(errors).toEqual([...Array<string>(10).fill('wrongClaimCode'), 'tooManyRequests']);
  expect((await thief.add({ sn: device.sn, claimCode: device.claimCode })).error).toBe('tooManyRequests');
  expect((await owner.add({ sn: device.sn, claimCode: device.claimCode })).code).toBe(200);
});

test('a device whose secret was stored before there were codes gets its code when it signs in', async () => {
  const [sn, secret] = [`CLM${randomUUID().slice(0, 12)}`, mintDeviceSecret()];
  const { id } = await makeDevice(platform, { sn, ...storeDeviceSecret(secret) });
  platform.bus.publish('deviceChanged', { deviceId: id });
  await vi.waitUntil(() => fleet.directory.byId(id));
  const [owner, claimCode] = [await someone(), claimCodeOf(sn, secret)];
  expect((await owner.add({ sn, claimCode })).error).toBe('wrongClaimCode');
  await fleet.directory.authenticate(sn, secret, 'mqtt');
  await vi.waitFor(async () => expect((await rowOf(sn)).claimHash).not.toBeNull(), 5000);
  expect((await owner.add({ sn, claimCode })).code).toBe(200);
});

test('the code of a former secret proves nothing', async () => {
  const [device, stranger] = [await reporting(), await someone()];
  await platform.db
    .updateTable('devices')
    .set(storeDeviceSecret(mintDeviceSecret()))
    .where('sn', '=', device.sn)
    .execute();
  const { error } = await stranger.add({ sn: device.sn, claimCode: device.claimCode });
  expect(error).toBe('wrongClaimCode');
});

test('a device without a secret that was unbound lately stays closed to strangers when its organisation is gone, and its owner binds it again', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const { id: ownerId } = owner.user;
  await platform.db.updateTable('stations').set({ ownerId }).where('id', '=', owner.station.id).execute();
  const sn = `CLM${randomUUID().slice(0, 12)}`;
  await makeDevice(platform, { sn, freedOwner: ownerId, freedAt: new Date(platform.clock.now()) });
  expect((await stranger.add({ sn })).error).toBe('snTaken');
  expect((await owner.add({ sn })).code).toBe(200);
});

test('a stranger gives no secret to a device without one that was unbound, by which its owner would let the stranger in', async () => {
  const [owner, sn] = [await someone(), `CLM${randomUUID().slice(0, 12)}`];
  const stick = await makeDevice(platform, {
    sn: `CLM${randomUUID().slice(0, 12)}`,
    kind: 'logger',
    stationId: owner.station.id,
    organisationId: owner.organisationId,
  });
  await owner.add({ sn, parentSn: stick.sn });
  const { id } = await rowOf(sn);
  expect((await owner.post(`/devices/${id}/unbind`)).code).toBe(200);
  await vi.waitUntil(() => fleet.directory.bySn(sn)?.stationId === null);
  const signIn = () => fleet.directory.authenticate(sn, 'of a stranger', 'mqtt', newAddress());
  await expect(signIn()).rejects.toMatchObject({ key: 'wrongDeviceSecret' });
  expect(await rowOf(sn)).toMatchObject({ secretHash: null, claimHash: null });
  expect((await owner.add({ sn })).data.secret).not.toBe('');
  await vi.waitUntil(() => fleet.directory.bySn(sn)?.stationId === owner.station.id);
  await expect(signIn()).rejects.toMatchObject({ key: 'wrongDeviceSecret' });
  expect(await rowOf(sn)).toMatchObject({ oldSecretHash: null, pendingSecret: null });
});

test('what somebody said over V5 by the serial number of an inverter of nobody is not said of it once its owner adds it', async () => {
  const [owner, sn] = [await someone(), `CLM${randomUUID().slice(0, 12)}`];
  const origin = { gateway: 'v5', address: newAddress() } as const;
  const { id } = await fleet.directory.discover(sn, { kind: 'logger' }, origin);
  const words = { firmware: '9.9', uploadIntervalSeconds: 15_300, attributes: { hardware: 'V9' } };
  await fleet.directory.describe(id, { kind: 'logger', ...words });
  expect(await rowOf(sn)).toMatchObject(words);
  expect((await owner.add({ sn })).code).toBe(200);
  expect(await rowOf(sn)).toMatchObject({
    kind: 'inverter',
    firmware: null,
    uploadIntervalSeconds: null,
    attributes: {},
  });
  const stick = `CLM${randomUUID().slice(0, 12)}`;
  const { id: stickId } = await fleet.directory.discover(stick, { kind: 'logger' }, origin);
  await fleet.directory.describe(stickId, { kind: 'logger', ...words });
  expect((await owner.add({ sn: stick, kind: 'logger' })).code).toBe(200);
  expect(await rowOf(stick)).toMatchObject({ kind: 'logger', ...words });
});

test('a SIM card of who had the device before does not go to its next owner', async () => {
  const [device, former, next] = [await reporting(), await someone(), await someone()];
  await platform.db
    .updateTable('devices')
    .set({ freedFrom: former.organisationId, freedAt: new Date(platform.clock.now()) })
    .where('id', '=', device.id)
    .execute();
  const card = { organisationId: former.organisationId, iccid: randomUUID(), deviceId: device.id };
  const { id } = await platform.db
    .insertInto('simCards')
    .values(card)
    .returning('id')
    .executeTakeFirstOrThrow();
  await vi.waitFor(async () => expect((await rowOf(device.sn)).claimHash).not.toBeNull(), 5000);
  expect((await next.add({ sn: device.sn, claimCode: device.claimCode })).code).toBe(200);
  const kept = platform.db.selectFrom('simCards').select('deviceId').where('id', '=', id);
  expect(await kept.execute()).toEqual([{ deviceId: null }]);
});

test('nor does the card of a neighbour of theirs, whose organisation may be gone', async () => {
  const [device, neighbour, next] = [await reporting(), await someone(), await someone()];
  const { organisationId } = neighbour;
  const card = { organisationId, iccid: randomUUID(), deviceId: device.id };
  await platform.db.insertInto('simCards').values(card).execute();
  await vi.waitFor(async () => expect((await rowOf(device.sn)).claimHash).not.toBeNull(), 5000);
  expect((await next.add({ sn: device.sn, claimCode: device.claimCode })).code).toBe(200);
  const kept = platform.db.selectFrom('simCards').select('deviceId').where('iccid', '=', card.iccid);
  expect(await kept.execute()).toEqual([{ deviceId: null }]);
});

test("what reports with an organisation's key is its own already and needs no code", async () => {
  const owner = await someone();
  const device = await reporting();
  const { organisationId } = owner;
  await platform.db.updateTable('devices').set({ organisationId }).where('sn', '=', device.sn).execute();
  expect((await owner.add({ sn: device.sn })).code).toBe(200);
  expect(await rowOf(device.sn)).toMatchObject({ id: device.id, stationId: owner.station.id });
});
