import {
  encodePoints,
  encodePush,
  PROFILES,
  profileById,
  PUSH_LAYOUTS,
  RegisterImage,
  V5_CONTROL,
} from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { fakeLogger, testDirectory, testIngest, type FakeDevice } from '../../../test/v5-logger.ts';
import { mintDeviceSecret, storeDeviceSecret } from '../../features/devices/index.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { ownProfileId } from '../../platform/own-profile.ts';
import { readChildren, readLoggersOf } from './children.queries.ts';
import { createV5Gateway } from './index.ts';
import { createOwnProfiles } from './own-profiles.ts';
import type { V5Options } from './options.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

const source = { db: platform.db, ownProfiles: createOwnProfiles(platform.db) };
const deye = profileById('deye-string')!;
let sns = 0;
const mintSn = () => `POLL${(sns += 1)}`;

function imageOf(values: Record<string, number>, texts: Record<string, string> = {}): RegisterImage {
  const image = new RegisterImage();
  encodePoints(deye, { values: { 'ac.power': 1000, ...values }, texts }, image);
  image.set(3, 0, 2);
  return image;
}

/** A gateway, and a logger with one registered device behind it. */
async function running(device: FakeDevice, options: Partial<V5Options> = {}) {
  const directory = testDirectory(platform);
  const ingest = testIngest(platform);
  const gateway = createV5Gateway(platform, { directory, ingest, options: { pollMs: 20, ...options } });
  onTestFinished(() => gateway.stop());
  const logger = await fakeLogger(await gateway.start(), device);
  await directory.discover(String(logger.serial), { kind: 'logger' });
  const sn = mintSn();
  const child = await directory.discover(sn, { profileId: deye.id, parentSn: String(logger.serial) });
  const mine = () => ingest.stored.filter((entry) => entry.sn === sn).map(({ reading }) => reading.values);
  return { directory, ingest, logger, child, mine, gateway };
}

test('the fast group is read every round, the slow one now and then, the identity once', async () => {
  const { logger, mine } = await running({ image: imageOf({}, { serialNumber: '2100000001' }) });
  logger.hello();
  await expect.poll(() => mine().length).toBeGreaterThan(1);
  const identity = logger.asked.filter(({ addr }) => addr < 59);
  expect(identity).toHaveLength(1);
  const once = logger.asked.length;
  await expect.poll(() => logger.asked.length).toBeGreaterThan(once);
  expect(mine().every((values) => values['ac.power'] === 1000)).toBe(true);
});

test('a device is read at the Modbus address that somebody gave it', async () => {
  const { logger, child, mine } = await running({ image: imageOf({}) });
  await platform.db
    .updateTable('devices')
    .set({ attributes: JSON.stringify({ slave: '9' }) })
    .where('id', '=', child.id)
    .execute();
  logger.hello();
  await expect.poll(() => mine().length).toBeGreaterThan(0);
  expect(new Set(logger.asked.map(({ slave }) => slave))).toEqual(new Set([9]));
});

test('of two devices of one family at one address the first is read, until the other has an address of its own', async () => {
  const { logger, directory, ingest, child, mine } = await running(
    { image: imageOf({}) },
    { slowPollMs: 50 },
  );
  const twin = await directory.discover(mintSn(), { profileId: deye.id, parentSn: String(logger.serial) });
  const ofTwin = () => ingest.stored.filter(({ sn }) => sn === twin.sn).length;
  logger.hello();
  await expect.poll(() => mine().length).toBeGreaterThan(3);
  expect(ofTwin()).toBe(0);
  await platform.db
    .updateTable('devices')
    .set({ attributes: JSON.stringify({ slave: '2' }) })
    .where('id', '=', twin.id)
    .execute();
  platform.clock.advance(60_000);
  await expect.poll(ofTwin).toBeGreaterThan(0);
  expect(logger.asked.some(({ slave }) => slave === 2)).toBe(true);
  expect(child.id).toBeLessThan(twin.id);
});

test("neither a stranger's device nor one with a secret of its own is read through a logger it hung itself on", async () => {
  const { logger, directory, child } = await running({ image: imageOf({}) });
  const stranger = await makeStation(platform);
  const { id: loggerId } = directory.bySn(String(logger.serial))!;
  const foreign = await makeDevice(platform, {
    parentId: loggerId,
    profileId: deye.id,
    stationId: stranger.id,
    organisationId: stranger.organisationId,
  });
  const secret = storeDeviceSecret(mintDeviceSecret());
  await makeDevice(platform, { parentId: loggerId, profileId: deye.id, ...secret });
  const { readable } = await readChildren(source, loggerId);
  expect(readable.map(({ id }) => id)).toEqual([child.id]);
  expect(await readLoggersOf(platform.db, [foreign.id])).toEqual([]);
});

test('a device whose data comes by itself in a known layout is no longer read; another one behind the same logger is', async () => {
  const { logger, directory, child, mine } = await running({ image: imageOf({}) });
  const parentSn = String(logger.serial);
  const silent = await directory.discover(mintSn(), { profileId: deye.id, parentSn });
  await platform.db
    .updateTable('devices')
    .set({ attributes: JSON.stringify({ slave: '9' }) })
    .where('id', '=', silent.id)
    .execute();
  const reads = (address: number) => logger.asked.filter(({ slave }) => slave === address).length;
  logger.hello();
  await expect.poll(() => Math.min(reads(1), reads(9))).toBeGreaterThan(1);
  const layout = PUSH_LAYOUTS.find(({ fields }) => fields.some(({ key }) => key === 'ac.power'))!;
  const offsetSeconds = Math.floor(platform.clock.now() / 1000) - 1000;
  const times = { frameType: 1, totalSeconds: 1000, powerOnSeconds: 10, offsetSeconds };
  const values = { 'ac.power': 1230 };
  logger.send(V5_CONTROL.data, encodePush({ layout, sn: child.sn, values, times, packet: 1 }));
  await expect.poll(() => mine().at(-1)?.['ac.power']).toBe(1230);
  // The round in which it came may have begun before.
  const later = async (rounds: number) => {
    const before = reads(9);
    await expect.poll(() => reads(9)).toBeGreaterThan(before + rounds);
  };
  await later(2);
  const readBefore = reads(1);
  await later(4);
  expect(reads(1)).toBe(readBefore);
});

test('what one round could not store, the next one does', async () => {
  const { logger, ingest, mine } = await running({ image: imageOf({}) });
  ingest.mode = 'fail';
  logger.hello();
  await expect.poll(() => logger.asked.length).toBeGreaterThan(2);
  expect(mine()).toEqual([]);
  ingest.mode = 'store';
  await expect.poll(() => mine().length).toBeGreaterThan(0);
});

test('a reading that broke off half-way is not stored, and the device is read again', async () => {
  const device: FakeDevice = { image: imageOf({}) };
  const { logger, mine } = await running(device, { answerMs: 30 });
  const silentAfterFirst = setInterval(() => {
    if (logger.asked.length > 0) device.mode = 'silent';
  }, 1);
  onTestFinished(() => clearInterval(silentAfterFirst));
  logger.hello();
  await expect.poll(() => logger.asked.length).toBe(1);
  clearInterval(silentAfterFirst);
  expect(mine()).toEqual([]);
  device.mode = 'awake';
  await expect.poll(() => mine().length).toBeGreaterThan(0);
});

test('a device that slept while the clock of the server stood wrong is read once it was put back', async () => {
  const device: FakeDevice = { image: imageOf({}), mode: 'asleep' };
  const now = platform.clock.now();
  platform.clock.set(now + 7 * 86_400_000);
  onTestFinished(() => platform.clock.set(now));
  const { logger, mine } = await running(device);
  logger.hello();
  await expect.poll(() => logger.asked.length).toBe(1);
  device.mode = 'awake';
  platform.clock.set(now);
  await expect.poll(() => mine().length).toBeGreaterThan(1);
});

test('a value that cannot be measured, as of a register that was never set, leaves the others of the device', async () => {
  const sunspec = profileById('sunspec-inverter')!;
  const image = new RegisterImage();
  image.load(3, 40_000, [0x5375, 0x6e53, 1, 66]);
  image.load(3, 40_070, [113, 60, ...Array.from({ length: 60 }, () => 0), 0xffff, 0]);
  // The largest number of 32 bits, and 1500 W.
  image.load(3, 40_070 + 8, [0x7f7f, 0xffff]);
  image.load(3, 40_070 + 22, [0x44bb, 0x8000]);
  const { directory, ingest, logger } = await running({ image });
  const parentSn = String(logger.serial);
  const { sn } = await directory.discover(mintSn(), { profileId: sunspec.id, parentSn });
  logger.hello();
  const values = () => ingest.stored.find((entry) => entry.sn === sn)?.reading.values;
  await expect.poll(() => values()?.['ac.power']).toBe(1500);
  expect(Object.values(values()!).filter((value) => value > 1e20)).toEqual([]);
});

test('when the gateway stops, reading ends and connections are closed', async () => {
  const { logger, gateway, mine } = await running({ image: imageOf({}) });
  logger.hello();
  await expect.poll(() => mine().length).toBeGreaterThan(0);
  const ended = new Promise((resolve) => logger.socket.once('close', resolve));
  await gateway.stop();
  await ended;
  const stored = mine().length;
  const asked = logger.asked.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect([mine().length, logger.asked.length]).toEqual([stored, asked]);
});

test('what a connection that is not believed says of a device is not kept, and is once people believe it', async () => {
  const profile = profileById('sunfleet-modbus')!;
  const texts = { firmware: '9.9.9', model: 'SF-M1' };
  const image = new RegisterImage();
  encodePoints(profile, { values: { 'ac.power': 1000 }, texts }, image);
  const directory = testDirectory(platform);
  const ingest = testIngest(platform);
  const options = { pollMs: 20, slowPollMs: 50 };
  const gateway = createV5Gateway(platform, { directory, ingest, options });
  onTestFinished(() => gateway.stop());
  const logger = await fakeLogger(await gateway.start(), { image });
  const parentSn = String(logger.serial);
  const { id } = await directory.discover(parentSn, { kind: 'logger' });
  const home = { deviceId: id, trustedNetwork: '203.0.113.0/24' };
  await platform.db.insertInto('loggerConnections').values(home).execute();
  const read = await directory.discover(mintSn(), { profileId: profile.id, parentSn });
  const pushed = await directory.discover(mintSn(), { parentSn });
  logger.hello();
  const layout = PUSH_LAYOUTS.find(({ profileId }) => profileId !== undefined)!;
  const push = () => {
    const offsetSeconds = Math.floor(platform.clock.now() / 1000) - 1000;
    const times = { frameType: 1, totalSeconds: 1000, powerOnSeconds: 10, offsetSeconds };
    logger.send(
      V5_CONTROL.data,
      encodePush({ layout, sn: pushed.sn, values: { 'ac.power': 1 }, times, packet: 1 }),
    );
  };
  const stored = (sn: string) => ingest.stored.filter((entry) => entry.sn === sn).length;
  push();
  await expect.poll(() => [stored(read.sn) > 3, stored(pushed.sn)]).toEqual([true, 1]);
  const said = () => [
    directory.identities.get(read.sn)?.firmware,
    directory.identities.get(pushed.sn)?.profileId,
  ];
  expect(said()).toEqual([undefined, undefined]);
  const believed = { doubt: null, doubtedSince: null };
  await platform.db.updateTable('loggerConnections').set(believed).where('deviceId', '=', id).execute();
  platform.clock.advance(60_000);
  push();
  await expect.poll(said).toEqual(['9.9.9', layout.profileId]);
});

const recognisable = PROFILES.filter(({ identify, sunspec }) => identify.length > 0 && !sunspec);

test.for(recognisable.map((profile) => [profile.id, profile] as const))(
  'an unknown %s is recognised by what it answers',
  async ([, profile]) => {
    const image = new RegisterImage();
    encodePoints(profile, { values: {}, texts: { serialNumber: `ID${profile.id.slice(-6)}` } }, image);
    for (const { fn, addr, anyOf } of profile.identify) image.set(fn, addr, anyOf[0]!);
    const directory = testDirectory(platform);
    const ingest = testIngest(platform);
    const gateway = createV5Gateway(platform, { directory, ingest, options: { pollMs: 3_600_000 } });
    onTestFinished(() => gateway.stop());
    const logger = await fakeLogger(await gateway.start(), { image });
    logger.hello();
    const profiles = () => [...directory.named.values()].map(({ profileId }) => profileId);
    await expect.poll(profiles).toContain(profile.id);
  },
);

test('devices are read by a profile of their organisation as it was saved last, from the next round on', async () => {
  const { logger, directory, child, mine } = await running({ image: imageOf({}) });
  const { db } = platform;
  const { id: organisationId } = await makeOrganisation(platform);
  const keep = (points: readonly object[]) =>
    JSON.stringify({ ...deye, points, derived: [], faults: [], writes: [] });
  const { id } = await db
    .insertInto('ownProfiles')
    .values({
      organisationId,
      family: deye.id,
      data: keep(deye.points),
      userId: null,
      changedAt: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const loggerId = directory.bySn(String(logger.serial))!.id;
  await db.updateTable('devices').set({ organisationId }).where('id', 'in', [loggerId, child.id]).execute();
  await db
    .updateTable('devices')
    .set({ profileId: ownProfileId(id) })
    .where('id', '=', child.id)
    .execute();
  logger.hello();
  await expect.poll(() => mine().length).toBeGreaterThan(1);
  const data = keep(deye.points.filter(({ key }) => key === 'ac.power'));
  await db.updateTable('ownProfiles').set({ data, revision: 2 }).where('id', '=', id).execute();
  await announceChange(db, { ownProfile: id });
  await platform.changes.catchUp();
  await expect.poll(() => mine().at(-1)).toEqual({ 'ac.power': 1000 });
});
