import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { firmwareOrder, firmwareToken } from '../../../platform/firmware-token.ts';
import { createSecretBox } from '../../../platform/secret-box.ts';
import { createImageDoor, registerFirmwareRoutes } from '../index.ts';
import { settleUpgrades } from './settle-upgrades.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerFirmwareRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('an image ends in the middle where the device goes to somebody else, or who began it may no more', async () => {
  const firmware = await releaseFirmware(platform);
  const { user, organisationId, get } = await someone('installer');
  const home = {
    stationId: (await makeStation(platform, { organisationId: organisationId! })).id,
    organisationId,
  };
  const { id: parentId } = await makeDevice(platform, { ...home, kind: 'logger' });
  const connection = 'newest';
  const { id: deviceId, sn } = await makeDevice(platform, {
    ...home,
    parentId,
    profileId: 'sunfleet-modbus',
    model: 'SF-L1',
  });
  await db.insertInto('loggerConnections').values({ deviceId: parentId, connection, open: true }).execute();
  const upgrade = { firmwareId: firmware.id, userId: user.id, organisationId, mostFailed: 5 };
  const { id: upgradeId } = await db
    .insertInto('firmwareUpgrades')
    .values({ ...upgrade, createdAt: new Date(clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const one = {
    upgradeId,
    deviceId,
    stationId: home.stationId,
    wave: 1,
    state: 'transferring',
    beganAt: new Date(clock.now()),
  } as const;
  const { attempt } = await db
    .insertInto('firmwareUpgradeDevices')
    .values(one)
    .returning('attempt')
    .executeTakeFirstOrThrow();
  const order = firmwareOrder(upgradeId, deviceId, attempt);
  const token = await firmwareToken(createSecretBox(platform.config), sn, order);
  const door = createImageDoor(platform);
  /** By HTTP, and before each piece over the tunnel of a V5 logger. */
  const goes = async () => {
    const headers = { authorization: `Bearer ${token}`, range: 'bytes=0-' };
    const { statusCode } = await server.app.inject({ url: `/api/ingest/v1/${sn}/firmware`, headers });
    const tunnel = door.requireGoing({ sn, organisationCode: 'plant' }, order, { connection, slave: 1 }).then(
      () => 'goes',
      (error: { key: string }) => error.key,
    );
    return [statusCode, await tunnel];
  };
  const [GOES, OVER] = [
    [206, 'goes'],
    [401, 'firmwareOrderOver'],
  ];
  const device = (values: object) =>
    db.updateTable('devices').set(values).where('id', '=', deviceId).execute();
  const account = (lockedAt: Date | null) =>
    db.updateTable('users').set({ lockedAt }).where('id', '=', user.id).execute();
  const authorised = (everybody: boolean) =>
    db.updateTable('firmware').set({ everybody }).where('id', '=', firmware.id).execute();

  const hold = vi.spyOn(server.answers, 'hold');
  expect(await goes()).toEqual(GOES);
  // What its reader does not take has a room.
  expect(hold).toHaveBeenCalledWith(`device ${sn}`, expect.anything(), LIMITS.firmwareBlockBytes);
  // Whoever guesses behind the same address keeps it from nothing.
  const guess = (name: string) =>
    server.app.inject({
      url: `/api/ingest/v1/${name}/firmware`,
      headers: { authorization: 'Bearer wrong', range: 'bytes=0-' },
    });
  const guesses = await Promise.all(Array.from({ length: 70 }, (_, n) => guess(n % 2 ? sn : `GUESS-${n}`)));
  expect(new Set(guesses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  expect(await goes()).toEqual(GOES);
  const stranger = (await someone('installer')).organisationId!;
  const theirs = await makeStation(platform, { organisationId: stranger });
  await device({ stationId: theirs.id, organisationId: stranger });
  expect(await goes()).toEqual(OVER);
  await device({ stationId: null, organisationId: null });
  expect(await goes()).toEqual(OVER);
  // Also to another station of who began it.
  const beside = await makeStation(platform, { organisationId: organisationId! });
  await device({ stationId: beside.id, organisationId });
  expect(await goes()).toEqual(OVER);
  await device(home);
  expect(await goes()).toEqual(GOES);
  // Nor to another one that came into its place.
  const replacement = { deviceId, stationId: home.stationId, oldSn: sn, newSn: sn, old: '{}', reason: '' };
  await db
    .insertInto('deviceReplacements')
    .values({ ...replacement, replacedAt: new Date(clock.now() + 1) })
    .execute();
  expect(await goes()).toEqual(OVER);
  await db.deleteFrom('deviceReplacements').execute();
  expect(await goes()).toEqual(GOES);
  await account(new Date(clock.now()));
  expect(await goes()).toEqual(OVER);
  await account(null);
  await authorised(false);
  expect(await goes()).toEqual(OVER);
  await authorised(true);
  expect(await goes()).toEqual(GOES);

  const settled = async () => {
    await settleUpgrades(platform);
    const row = db.selectFrom('firmwareUpgradeDevices').select(['state', 'failure']);
    return row.where('upgradeId', '=', upgradeId).executeTakeFirstOrThrow();
  };
  expect(await settled()).toEqual({ state: 'transferring', failure: null });
  await device({ stationId: theirs.id, organisationId: stranger, name: 'Secret' });
  expect(await settled()).toEqual({ state: 'failed', failure: 'notAllowed' });
  // How its next owner calls it is not told.
  const { rows } = (await get(`/firmware-upgrades/${upgradeId}/devices`)).data;
  expect(rows).toMatchObject([{ device: { sn, name: null }, failure: 'notAllowed' }]);
  // It stands in the log of where the upgrade began, and so does what the device says at its next owner.
  const logged = () =>
    db
      .selectFrom('auditLog')
      .select(['stationId', 'organisationId', 'userId', 'after'])
      .where('action', '=', 'firmware.upgrade')
      .where('objectType', '=', 'device')
      .where('objectId', '=', String(deviceId))
      .orderBy('id')
      .execute();
  const there = { stationId: home.stationId, organisationId, userId: user.id };
  const refusal = { ...there, after: { result: 'notAllowed' } };
  expect(await logged()).toMatchObject([refusal]);
  const again = (values: object) =>
    db
      .updateTable('firmwareUpgradeDevices')
      .set({ endedAt: null, failure: null, ...values })
      .where('upgradeId', '=', upgradeId)
      .execute();
  await again({ state: 'installing' });
  await door.reportBy({ sn, organisationCode: 'plant' }, order, {
    state: 'failed',
    failure: 'installFailed',
  });
  const report = { ...there, after: { result: 'installFailed' } };
  expect(await logged()).toMatchObject([refusal, report]);
  // A wave that nobody may begin any more is told, too.
  await again({ state: 'waiting' });
  await db.updateTable('firmwareUpgrades').set({ endedAt: null, state: 'executing' }).execute();
  await account(new Date(clock.now()));
  expect(await settled()).toEqual({ state: 'failed', failure: 'notAllowed' });
  expect(await logged()).toMatchObject([refusal, report, refusal]);
});
