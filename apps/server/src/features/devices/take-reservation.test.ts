import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR_ROLE } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { openFleet } from '../fleet/index.ts';
import { expireUnknown } from '../unknown-devices/index.ts';
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

const DAYS_4 = new Date(platform.clock.now() - 4 * 86_400_000);

async function someone() {
  const { id: organisationId } = await makeOrganisation(platform);
  const user = await makeUser(platform, { role: 'installer', organisationId });
  const station = await makeStation(platform, { organisationId });
  const { post } = await as(user);
  const add = (device: object) => post(`/stations/${station.id}/devices`, { kind: 'inverter', ...device });
  return { user, station, organisationId, add, post };
}

let networks = 0;
/** An address of a network that nobody else comes from. */
const newNetwork = () => `198.${(networks += 1)}.100.7`;
const newSn = () => `RSV${randomUUID().slice(0, 12)}`;
const rowOf = (sn: string) =>
  platform.db.selectFrom('devices').selectAll().where('sn', '=', sn).executeTakeFirstOrThrow();

/** A serial number that somebody registered, at a time of the past or now, and whose device the fleet knows. */
async function reserve(who: Awaited<ReturnType<typeof someone>>, { sn = newSn(), at = DAYS_4 } = {}) {
  const { data } = await who.add({ sn });
  const { id } = data.device as { id: number };
  await sql`UPDATE devices SET created_at = ${at} WHERE id = ${id}`.execute(platform.db);
  await vi.waitUntil(() => fleet.directory.byId(id));
  return { id, sn, secret: data.secret as string };
}

const contendersOf = (deviceId: number) =>
  platform.db.selectFrom('deviceContenders').selectAll().where('deviceId', '=', deviceId).execute();

/** A device with a secret of its own tries to sign in and is refused. */
async function knock(sn: string, { secret = mintDeviceSecret(), address = newNetwork() } = {}) {
  await expect(fleet.directory.authenticate(sn, secret, 'mqtt', address)).rejects.toMatchObject({
    key: 'wrongDeviceSecret',
  });
  return { secret, claimCode: claimCodeOf(sn, secret) };
}

async function contend(device: { id: number; sn: string }) {
  const before = (await contendersOf(device.id)).length;
  const knocked = await knock(device.sn);
  await vi.waitFor(async () => expect((await contendersOf(device.id)).length).toBe(before + 1), 5000);
  return knocked;
}

/** As if contenders had come, and the holder had heard of them, so many days ago. */
async function daysPass({ id }: { id: number }, days: number) {
  const by = sql<Date>`make_interval(days => ${days})`;
  await sql`UPDATE device_contenders SET first_seen_at = first_seen_at - ${by} WHERE device_id = ${id}`.execute(
    platform.db,
  );
  await sql`UPDATE devices SET contended_at = contended_at - ${by} WHERE id = ${id}`.execute(platform.db);
}

const messagesTo = async ({ email }: { email: string | null }) =>
  platform.db
    .selectFrom('outbox')
    .select(['template', 'body'])
    .where('recipient', '=', email!)
    .orderBy('id')
    .execute();

test('a serial registered in advance does not shut the owner out', async () => {
  const [squatter, owner] = [await someone(), await someone()];
  const reserved = await reserve(squatter);
  const { sn } = reserved;
  const device = await contend(reserved);
  await daysPass(reserved, 3);
  expect((await owner.add({ sn })).error).toBe('snTaken');
  expect((await owner.add({ sn, claimCode: '0000000000' })).error).toBe('snTaken');
  const { code, data } = await owner.add({ sn, claimCode: device.claimCode });
  expect(code).toBe(200);
  expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await rowOf(sn)).toMatchObject({ stationId: owner.station.id, name: null });
  await vi.waitUntil(() => fleet.directory.bySn(sn)?.stationId === owner.station.id);
  const entered = await fleet.directory.authenticate(sn, device.secret, 'mqtt');
  expect(entered.stationId).toBe(owner.station.id);
  await expect(fleet.directory.authenticate(sn, reserved.secret, 'mqtt')).rejects.toThrow();

  const told = await messagesTo(squatter.user);
  expect(told.map(({ template, body }) => [template, body.includes(sn)])).toEqual([
    ['reservationContended', true],
    ['reservationTaken', true],
  ]);
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'stationId', 'userId'])
    .where('objectId', '=', String(reserved.id))
    .where('action', '=', 'devices.giveUp')
    .execute();
  expect(log).toEqual([{ action: 'devices.giveUp', stationId: squatter.station.id, userId: owner.user.id }]);
});

test('a stranger does not take what an owner registered long ago, by a device made up today', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const reserved = await reserve(owner, { at: new Date(platform.clock.now() - 300 * 86_400_000) });
  const { claimCode } = await contend(reserved);
  const take = () => stranger.add({ sn: reserved.sn, claimCode });
  expect((await take()).error).toBe('snTaken');
  await daysPass(reserved, 2);
  expect((await take()).error).toBe('snTaken');
  expect((await rowOf(reserved.sn)).stationId).toBe(owner.station.id);
});

test('who registered a serial number hears of another device at once, and keeps it by a new secret', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const reserved = await reserve(owner);
  const { claimCode } = await contend(reserved);
  const [told, more] = await messagesTo(owner.user);
  expect([told?.template, told?.body.includes(owner.station.name), more]).toEqual([
    'reservationContended',
    true,
    undefined,
  ]);
  await contend(reserved);
  expect(await messagesTo(owner.user)).toHaveLength(1);
  expect((await owner.post(`/devices/${reserved.id}/secret/rotate`)).code).toBe(200);
  await daysPass(reserved, 30);
  expect((await stranger.add({ sn: reserved.sn, claimCode })).error).toBe('snTaken');
  await platform.db.deleteFrom('deviceContenders').where('deviceId', '=', reserved.id).execute();
  await contend(reserved);
  expect(await messagesTo(owner.user)).toHaveLength(1);
});

test('of a device without an owner who registered it hears while they work there, then who administers the organisation', async () => {
  const [worker, { id: elsewhere }] = [await someone(), await makeOrganisation(platform)];
  const { organisationId } = worker;
  const boss = await makeUser(platform, { role: ADMINISTRATOR_ROLE, organisationId });
  const [before, after] = [await reserve(worker), await reserve(worker)];
  await contend(before);
  expect([(await messagesTo(worker.user)).length, (await messagesTo(boss)).length]).toEqual([1, 0]);
  await platform.db
    .updateTable('users')
    .set({ organisationId: elsewhere })
    .where('id', '=', worker.user.id)
    .execute();
  await contend(after);
  expect([(await messagesTo(worker.user)).length, (await messagesTo(boss)).length]).toEqual([1, 1]);
  expect((await messagesTo(boss))[0]!.body).toContain(after.sn);
});

test('a device made up later waits three days of its own, though the holder heard of an earlier one', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const reserved = await reserve(owner);
  const early = await contend(reserved);
  await daysPass(reserved, 3);
  const { claimCode } = await contend(reserved);
  expect((await stranger.add({ sn: reserved.sn, claimCode })).error).toBe('snTaken');
  expect((await stranger.add({ sn: reserved.sn, claimCode: early.claimCode })).code).toBe(200);
});

test('nobody fills a mailbox by serial numbers, and what its holder did not hear of is not given up', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const all = [];
  for (let n = 0; n < 21; n += 1) all.push(await reserve(owner));
  const knocked = [];
  for (const { sn } of all) knocked.push(await knock(sn));
  const last = all.at(-1)!;
  await vi.waitFor(async () => expect(await contendersOf(last.id)).toHaveLength(1), 5000);
  expect(await messagesTo(owner.user)).toHaveLength(20);
  const { claimCode } = knocked.at(-1)!;
  await daysPass(last, 30);
  expect((await stranger.add({ sn: last.sn, claimCode })).error).toBe('snTaken');
});

test('a device made up while the holder cannot be reached takes nothing, and the three days begin with the message', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const reserved = await reserve(owner);
  const lock = (lockedAt: Date | null) =>
    platform.db.updateTable('users').set({ lockedAt }).where('id', '=', owner.user.id).execute();
  await lock(new Date(platform.clock.now()));
  const { claimCode } = await contend(reserved);
  expect(await messagesTo(owner.user)).toEqual([]);
  await daysPass(reserved, 30);
  const take = () => stranger.add({ sn: reserved.sn, claimCode });
  expect((await take()).error).toBe('snTaken');
  await lock(null);
  await contend(reserved);
  expect(await messagesTo(owner.user)).toHaveLength(1);
  expect((await take()).error).toBe('snTaken');
  await daysPass(reserved, 3);
  expect((await take()).code).toBe(200);
});

test('nobody takes a stick that was registered ahead by a secret that they made up', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const sn = newSn();
  const { data } = await owner.add({ sn, kind: 'logger' });
  await sql`UPDATE devices SET created_at = ${DAYS_4} WHERE id = ${data.device.id}`.execute(platform.db);
  await vi.waitUntil(() => fleet.directory.byId(data.device.id));
  const { claimCode } = await contend({ id: data.device.id, sn });
  expect(await messagesTo(owner.user)).toEqual([]);
  await daysPass(data.device, 4);
  expect((await stranger.add({ sn, claimCode })).error).toBe('snTaken');
});

test('who registered a serial number lets in the device that has a secret of its own at once', async () => {
  const owner = await someone();
  const reserved = await reserve(owner, { at: new Date(platform.clock.now()) });
  const { claimCode } = await contend(reserved);
  expect((await owner.add({ sn: reserved.sn })).error).toBe('deviceAlreadyBound');
  expect((await owner.add({ sn: reserved.sn, claimCode })).code).toBe(200);
  expect((await messagesTo(owner.user)).map(({ template }) => template)).toEqual(['reservationContended']);
});

test('a device that came is not taken by who made up another one', async () => {
  const [owner, stranger] = [await someone(), await someone()];
  const reserved = await reserve(owner);
  await fleet.directory.authenticate(reserved.sn, reserved.secret, 'mqtt');
  await vi.waitFor(async () => expect((await rowOf(reserved.sn)).firstSeenAt).not.toBeNull(), 5000);
  const { claimCode } = await contend(reserved);
  await daysPass(reserved, 4);
  expect((await stranger.add({ sn: reserved.sn, claimCode })).error).toBe('snTaken');
});

test('contenders are few for a device and a network, the real one stays, and they are forgotten', async () => {
  const reserved = await reserve(await someone());
  const real = await contend(reserved);
  const address = newNetwork();
  for (let n = 0; n < 5; n += 1) await knock(reserved.sn, { address });
  await vi.waitFor(async () => expect(await contendersOf(reserved.id)).toHaveLength(4), 5000);
  platform.clock.advance(60_000);
  for (let n = 0; n < 12; n += 1) await knock(reserved.sn);
  await knock(reserved.sn, { secret: real.secret });
  // Notes are kept in turn, and the one of the real device was the last.
  await vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM device_contenders
      WHERE device_id = ${reserved.id} AND last_seen_at = ${new Date(platform.clock.now())}
        AND first_seen_at < last_seen_at`.execute(platform.db);
    expect(rows[0]!.n).toBe(1);
  }, 5000);
  expect(await contendersOf(reserved.id)).toHaveLength(10);
  platform.clock.advance(4 * 86_400_000);
  await expireUnknown(platform);
  expect(await contendersOf(reserved.id)).toEqual([]);
  const { error } = await (await someone()).add({ sn: reserved.sn, claimCode: real.claimCode });
  expect(error).toBe('snTaken');
});

test('what hung on a registration that is given up hangs on nothing, for every server', async () => {
  const [squatter, owner] = [await someone(), await someone()];
  const reserved = await reserve(squatter);
  const { data } = await squatter.add({ sn: newSn(), parentSn: reserved.sn });
  await vi.waitUntil(() => fleet.childrenOf(reserved.id).length === 1);
  const device = await contend(reserved);
  await daysPass(reserved, 3);
  expect((await owner.add({ sn: reserved.sn, claimCode: device.claimCode })).code).toBe(200);
  await vi.waitUntil(() => fleet.device(data.device.id)?.parentId === null);
});
