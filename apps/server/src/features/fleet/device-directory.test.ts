import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { makeSecretDevice } from '../../../test/secret-device.ts';
import { systemActor } from '../../platform/actor.ts';
import { mintDeviceSecret, storeDeviceSecret } from '../devices/index.ts';
import { createIngestKey } from '../organisations/index.ts';
import { openFleet } from './open-fleet.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const { directory } = fleet;
afterAll(async () => {
  await fleet.stop();
  await platform.stop();
});

let count = 0;
const newSn = () => `SF-DIR-${process.pid}-${(count += 1)}`;
const rowOf = (sn: string) =>
  platform.db.selectFrom('devices').selectAll().where('sn', '=', sn).executeTakeFirstOrThrow();

const registered = (values?: Parameters<typeof makeDevice>[1]) =>
  makeSecretDevice(platform, directory, values);

test('a registered device enters with its own secret and no other', async () => {
  const { row, secret } = await registered();
  expect(await directory.authenticate(row.sn, secret, 'mqtt')).toMatchObject({ id: row.id, sn: row.sn });
  for (const wrong of ['', 'x', mintDeviceSecret(), `${secret}x`]) {
    await expect(directory.authenticate(row.sn, wrong, 'mqtt')).rejects.toMatchObject({
      key: 'wrongDeviceSecret',
    });
  }
});

test('an unknown SN is kept as not bound, and its first secret is the one it must show again', async () => {
  const sn = newSn();
  const device = await directory.authenticate(sn, 'first secret', 'mqtt');
  expect(device).toMatchObject({ sn, stationId: null, organisationCode: null, timeZone: 'UTC' });
  expect(await rowOf(sn)).toMatchObject({ stationId: null, firstSeenAt: expect.any(Date) });
  await expect(directory.authenticate(sn, 'other secret', 'mqtt')).rejects.toMatchObject({
    key: 'wrongDeviceSecret',
  });
  const again = await openFleet(platform);
  expect(await again.directory.authenticate(sn, 'first secret', 'http')).toEqual(device);
  await again.stop();
});

test('a stranger gives no secret to a stick of nobody that reports over V5', async () => {
  const [stick, found] = [newSn(), newSn()];
  await directory.discover(stick, { kind: 'logger' });
  await directory.discover(found, {});
  for (const sn of [stick, found]) {
    await expect(directory.authenticate(sn, 'first secret', 'mqtt')).rejects.toMatchObject({
      key: 'wrongDeviceSecret',
    });
    expect(await rowOf(sn)).toMatchObject({ secretHash: null, claimHash: null });
  }
});

test('unknown SNs are turned away where the settings say so', async () => {
  const strict = await openFleet({
    ...platform,
    config: { ...platform.config, keepUnknownDevices: false },
  });
  await expect(strict.directory.authenticate(newSn(), 'secret', 'mqtt')).rejects.toMatchObject({
    key: 'wrongDeviceSecret',
  });
  await expect(strict.directory.discover(newSn(), {})).rejects.toMatchObject({ key: 'noDataPermission' });
  await strict.stop();
});

test("where unknown SNs are turned away, registered devices and those of an organisation's key get in", async () => {
  const strict = await openFleet({
    ...platform,
    config: { ...platform.config, keepUnknownDevices: false },
  });
  const secret = mintDeviceSecret();
  const station = await makeStation(platform);
  const home = { stationId: station.id, organisationId: station.organisationId };
  const device = await makeDevice(platform, { ...home, ...storeDeviceSecret(secret) });
  const stick = await makeDevice(platform, { kind: 'logger', ...home });
  for (const { id } of [device, stick]) platform.bus.publish('deviceChanged', { deviceId: id });
  await vi.waitUntil(() => strict.directory.byId(device.id) && strict.directory.byId(stick.id));
  expect(await strict.directory.authenticate(device.sn, secret, 'mqtt')).toMatchObject({ id: device.id });
  expect(await strict.directory.discover(stick.sn, { kind: 'logger' })).toMatchObject({ id: stick.id });
  const { id, code } = await makeOrganisation(platform);
  const sn = newSn();
  const known = await strict.directory.forKey({ id, code, manages: new Set([id]) }, sn);
  expect(known).toMatchObject({ sn, stationId: null, organisationCode: code });
  await strict.stop();
});

test('a device that was added a moment ago gets in where unknown ones are turned away; a network of guesses costs few queries', async () => {
  const config = { ...platform.config, keepUnknownDevices: false };
  const strict = await openFleet({ ...platform, config });
  const secret = mintDeviceSecret();
  const add = () => makeDevice(platform, storeDeviceSecret(secret));
  const first = await add();
  expect(await strict.directory.authenticate(first.sn, secret, 'mqtt', '198.51.100.1')).toMatchObject({
    id: first.id,
  });
  const logger = await makeDevice(platform, { kind: 'logger' });
  expect(await strict.directory.discover(logger.sn, {})).toMatchObject({ id: logger.id });
  const guess = () => strict.directory.authenticate(newSn(), 'guess', 'mqtt', '203.0.113.5');
  for (let n = 0; n < 60; n += 1) await expect(guess()).rejects.toMatchObject({ key: 'wrongDeviceSecret' });
  const second = await add();
  await expect(strict.directory.authenticate(second.sn, secret, 'mqtt', '203.0.113.6')).rejects.toMatchObject(
    { key: 'wrongDeviceSecret' },
  );
  expect(await strict.directory.authenticate(second.sn, secret, 'mqtt', '198.51.100.1')).toMatchObject({
    id: second.id,
  });
  await strict.stop();
});

test.each(['a/b', '#', '+', '..', 'x', 'a'.repeat(65), 'with space'])('"%s" is no SN', async (sn) => {
  await expect(directory.authenticate(sn, 'secret', 'mqtt')).rejects.toMatchObject({
    key: 'wrongDeviceSecret',
  });
  await expect(directory.discover(sn, {})).rejects.toMatchObject({ key: 'invalidInput' });
});

test('nobody takes over an owned device that has no secret', async () => {
  const organisation = await makeOrganisation(platform);
  const { row } = await registered({
    secretHash: null,
    secretSalt: null,
    organisationId: organisation.id,
  });
  await expect(directory.authenticate(row.sn, 'mine now', 'mqtt')).rejects.toMatchObject({
    key: 'wrongDeviceSecret',
  });
  expect((await rowOf(row.sn)).secretHash).toBeNull();
});

test('an ownerless device that came over a broker pins its first secret', async () => {
  const sn = newSn();
  const { id } = await directory.discover(sn, { kind: 'meter' }, { gateway: 'mqtt' });
  expect((await directory.authenticate(sn, 'pinned', 'mqtt')).id).toBe(id);
  await expect(directory.authenticate(sn, 'another', 'mqtt')).rejects.toThrow();
});

test('many unknown devices at once are each registered once', async () => {
  const sns = Array.from({ length: 50 }, newSn);
  const found = await Promise.all([...sns, ...sns].map((sn) => directory.discover(sn, { kind: 'meter' })));
  expect(new Set(found.map(({ id }) => id)).size).toBe(50);
  expect(await directory.discover(sns[0]!, {})).toMatchObject({ kind: 'meter' });
});

test('an SN that a logger names becomes no device of its station', async () => {
  const station = await makeStation(platform);
  const home = { stationId: station.id, organisationId: station.organisationId };
  const { row: logger } = await registered({ kind: 'logger', ...home });
  const sn = newSn();
  expect(await directory.discover(sn, { kind: 'inverter', parentSn: logger.sn })).toMatchObject({
    stationId: null,
  });
  expect(await rowOf(sn)).toMatchObject({ parentId: null, stationId: null, organisationId: null });
});

test('a logger speaks for devices behind it that have no secret of their own, and for no others', async () => {
  const [station, other] = [await makeStation(platform), await makeStation(platform)];
  const homeOf = ({ id, organisationId }: typeof station) => ({ stationId: id, organisationId });
  const home = homeOf(station);
  const none = { secretHash: null, secretSalt: null };
  const { row: logger } = await registered({ kind: 'logger', ...home });
  const { row: second } = await registered({ kind: 'logger', ...home });
  const behind = { parentId: logger.id };
  const { row: child } = await registered({ ...home, ...behind, ...none });
  const { row: accepted } = await registered({ ...home, ...behind, loggerSpeaks: true });
  for (const { id, sn } of [child, accepted])
    expect(directory.spokenFor(logger.id, sn)).toMatchObject({ id });
  const others = await Promise.all([
    registered({ ...home, ...behind }),
    registered({ ...home, parentId: second.id, ...none }),
    registered({ ...home, ...none }),
    registered({ ...homeOf(other), ...behind, ...none }),
    registered({ ...behind, ...none }),
  ]);
  for (const { row } of others) expect(directory.spokenFor(logger.id, row.sn)).toBeUndefined();
});

test("what a logger names waits for a person, unless it is somebody else's", async () => {
  const [station, other] = [await makeStation(platform), await makeStation(platform)];
  const homeOf = ({ id, organisationId }: typeof station) => ({ stationId: id, organisationId });
  const home = homeOf(station);
  const { row: logger } = await registered({ kind: 'logger', ...home });
  const { row: second } = await registered({ kind: 'logger', ...home });
  const name = (sn: string, identity = {}) => directory.discovered(logger.id, sn, identity);
  const [fresh, again] = [newSn(), newSn()];
  const { row: ofStation } = await registered(home);
  expect(await name(fresh, { kind: 'meter', model: 'M1' })).toBe(true);
  expect(await name(again)).toBe(true);
  expect(await name(again, { model: 'M2' })).toBe(true);
  expect(await name(ofStation.sn)).toBe(true);
  const foreign = await Promise.all([
    registered(homeOf(other)),
    registered({ organisationId: other.organisationId }),
    registered(),
    registered({ ...home, parentId: second.id }),
  ]);
  for (const { row } of foreign) expect(await name(row.sn)).toBe(false);
  expect(await name(logger.sn)).toBe(false);
  expect(await name('no serial')).toBe(false);
  const kept = () =>
    platform.db.selectFrom('discoveredDevices').selectAll().where('loggerId', '=', logger.id).execute();
  expect(new Map((await kept()).map(({ sn, model }) => [sn, model]))).toEqual(
    new Map([
      [fresh, 'M1'],
      [again, 'M2'],
      [ofStation.sn, null],
    ]),
  );
  expect(await rowOf(ofStation.sn)).toMatchObject({ parentId: null });
  for (let left = (await kept()).length; left < 100; left += 1) expect(await name(newSn())).toBe(true);
  expect(await name(newSn())).toBe(false);
  expect(await name(fresh)).toBe(true);
  platform.clock.advance(31 * 86_400_000);
  expect(await name(newSn())).toBe(true);
  expect(await kept()).toHaveLength(1);
  platform.clock.advance(-31 * 86_400_000);
});

test("a stranger's device that names somebody else's logger as its parent does not hang on it", async () => {
  const [theirs, mine] = [await makeStation(platform), await makeStation(platform)];
  const home = ({ id, organisationId }: typeof theirs) => ({ stationId: id, organisationId });
  const { row: victim } = await registered({ kind: 'logger', ...home(theirs) });
  const { row: beside } = await registered({ kind: 'logger', ...home(mine) });
  const unbound = await registered({ kind: 'logger', organisationId: theirs.organisationId });
  const stranger = await registered(home(mine));
  const ownerless = await registered();
  for (const { row } of [stranger, ownerless]) {
    for (const { sn } of [victim, unbound.row, row]) {
      await directory.describe(row.id, { parentSn: sn });
      expect((await rowOf(row.sn)).parentId).toBeNull();
    }
  }
  await directory.describe(stranger.row.id, { parentSn: beside.sn });
  expect((await rowOf(stranger.row.sn)).parentId).toBe(beside.id);
  await directory.describe(stranger.row.id, { parentSn: victim.sn });
  expect((await rowOf(stranger.row.sn)).parentId).toBe(beside.id);
});

test('a device bound or a station moved is seen without a restart', async () => {
  const sn = newSn();
  const device = await directory.discover(sn, {});
  const station = await makeStation(platform, { timeZone: 'Asia/Tokyo' });
  const { id: stationId, organisationId } = station;
  await platform.db.updateTable('devices').set({ stationId, organisationId }).where('sn', '=', sn).execute();
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await vi.waitUntil(() => directory.bySn(sn)?.timeZone === 'Asia/Tokyo');
  await platform.db.updateTable('stations').set({ timeZone: 'UTC' }).where('id', '=', stationId).execute();
  platform.bus.publish('stationChanged', { stationId });
  await vi.waitUntil(() => directory.bySn(sn)?.timeZone === 'UTC');
  await platform.db.deleteFrom('devices').where('sn', '=', sn).execute();
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await vi.waitUntil(() => directory.bySn(sn) === undefined);
});

test('what a device says of itself is kept; what a person wrote is not overwritten', async () => {
  const { row } = await registered({ model: 'Written by hand' });
  await directory.describe(row.id, {
    model: 'M-1',
    manufacturer: 'Maker',
    firmware: '2.0',
    uploadIntervalSeconds: 300,
    attributes: { imei: '42' },
  });
  await directory.describe(row.id, { firmware: '2.1', attributes: { slot: 'a' } });
  expect(await rowOf(row.sn)).toMatchObject({
    model: 'Written by hand',
    manufacturer: 'Maker',
    firmware: '2.1',
    uploadIntervalSeconds: 300,
    attributes: { imei: '42', slot: 'a' },
  });
});

test('a device that invents attributes fills no row: the rest is refused and counted', async () => {
  const { row } = await registered();
  let refused = 0;
  for (let message = 0; message < 50; message += 1) {
    const names = Array.from({ length: 50 }, (_, n) => [`a${message}.${n}`, 'x'.repeat(200)]);
    refused += await directory.describe(row.id, { attributes: Object.fromEntries(names) });
  }
  const { attributes } = await rowOf(row.sn);
  expect(JSON.stringify(attributes).length).toBeLessThan(20_000);
  expect(refused).toBe(2500 - Object.keys(attributes).length);
  expect(await directory.describe(row.id, { firmware: '3.0', attributes: { more: 'x'.repeat(200) } })).toBe(
    1,
  );
  expect((await rowOf(row.sn)).firmware).toBe('3.0');
});

test('a device that says something else all the time is told to wait, others are not', async () => {
  const [{ row }, other] = [await registered(), await registered()];
  const tries = Array.from({ length: 61 }, (_, n) => n);
  for (const n of tries.slice(1)) await directory.describe(row.id, { firmware: `${n}` });
  await expect(directory.describe(row.id, { firmware: 'last' })).rejects.toMatchObject({
    key: 'tooManyRequests',
  });
  expect(await directory.describe(row.id, { firmware: '60' })).toBe(0);
  await directory.describe(other.row.id, { firmware: '1' });
});

test('the batches of one organisation say 20,000 new things in a minute, and no more once their sender hung up', async () => {
  const { id, code } = await makeOrganisation(platform);
  const organisation = { id, code, manages: new Set([id]) };
  const sns = Array.from({ length: 501 }, newSn);
  const devices = await Promise.all(sns.map((sn) => directory.forKey(organisation, sn)));
  const say = (firmware: string, isGone = () => false) =>
    directory.describeAll(organisation, new Map(devices.map((device) => [device.id, { firmware }])), isGone);
  const said = async () => {
    const rows = await platform.db.selectFrom('devices').select('firmware').where('sn', 'in', sns).execute();
    return new Map([...Map.groupBy(rows, ({ firmware }) => firmware)].map(([word, of]) => [word, of.length]));
  };
  let asked = 0;
  await say('gone', () => (asked += 1) > 1);
  expect(await said()).toEqual(
    new Map([
      ['gone', 500],
      [null, 1],
    ]),
  );
  for (let n = 0; n < 38; n += 1) await say(`${n}`);
  await expect(say('last')).rejects.toMatchObject({ key: 'tooManyRequests' });
  platform.clock.advance(60_000);
  await say('last');
  expect(await said()).toEqual(new Map([['last', 501]]));
});

test('what loggers name and devices say takes two connections of the database, one of a sender', async () => {
  const homes = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const loggers = [];
  for (const { id: organisationId } of [...homes, ...homes])
    loggers.push((await registered({ kind: 'logger', organisationId })).row);
  const ids = loggers.map(({ id }) => id);
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = platform.db.transaction().execute(async (trx) => {
    await trx.selectFrom('devices').select('id').where('id', 'in', ids).forUpdate().execute();
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const begun = vi.spyOn(platform.db, 'transaction');
  const named = ids.map((id) => directory.discovered(id, newSn(), {}));
  const said = ids.map((id) => directory.describe(id, { firmware: '1' }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toHaveBeenCalledTimes(2);
  begun.mockRestore();
  gate.resolve();
  await done;
  await Promise.all([...named, ...said]);
});

test('words that cannot be kept take nothing from what other devices of their organisation say', async () => {
  const { id, code } = await makeOrganisation(platform);
  const organisation = { id, code, manages: new Set([id]) };
  const [bad, good] = await Promise.all([newSn(), newSn()].map((sn) => directory.forKey(organisation, sn)));
  const words = new Map([
    [bad!.id, { firmware: 'a\u0000b' }],
    [good!.id, { firmware: '1.0' }],
  ]);
  await expect(directory.describeAll(organisation, words, () => false)).rejects.toThrow();
  expect(await rowOf(good!.sn)).toMatchObject({ firmware: '1.0' });
});

test('a key writes to devices of its organisation and the tight ones below, registers new ones, and reaches no other', async () => {
  const root = await makeOrganisation(platform);
  const below = await makeOrganisation(platform, root);
  const loose = await makeOrganisation(platform, root, 'loose');
  const beside = await makeOrganisation(platform);
  const context = { actor: systemActor, address: null };
  const { key } = await createIngestKey(platform, context, { organisationId: root.id, name: 'agent' });
  const organisation = await directory.organisationOfKey(key);
  expect(organisation).toMatchObject({ id: root.id, code: root.code });

  const own = await registered({ organisationId: below.id });
  const foreign = await registered({ organisationId: beside.id });
  expect(directory.forKey(organisation, own.row.sn)).toMatchObject({ id: own.row.id });
  const independent = await registered({ organisationId: loose.id });
  for (const { row } of [foreign, independent])
    expect(() => directory.forKey(organisation, row.sn)).toThrow('noDataPermission');
  const made = await directory.forKey(organisation, newSn());
  expect(made).toMatchObject({ organisationCode: root.code, stationId: null });
  await expect(directory.organisationOfKey('sfk_wrong')).rejects.toMatchObject({ key: 'wrongIngestKey' });
});
