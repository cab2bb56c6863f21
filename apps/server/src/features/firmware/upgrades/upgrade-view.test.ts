import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { registerDevicesRoutes } from '../../devices/index.ts';
import { registerFirmwareRoutes } from '../index.ts';
import { startUpgrade } from './start-upgrade.ts';
import { findUserActor } from '../../../platform/user-actor.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerFirmwareRoutes, registerDevicesRoutes);
afterAll(() => server.app.close().then(() => platform.stop()));

test('whoever upgraded a device reads no number of what takes its place at the next installer of the station', async () => {
  const [former, next] = [await someone('installer'), await someone('installer')];
  const { id: firmwareId } = await releaseFirmware(platform);
  const { id: stationId } = await makeStation(platform, { organisationId: former.organisationId! });
  const there = { kind: 'logger', model: 'SF-L1', firmware: '1.4.2', stationId } as const;
  const device = await makeDevice(platform, { ...there, organisationId: former.organisationId });
  const actor = (await findUserActor(db, { userId: former.user.id, at: clock.now() }))!;
  const { id } = await startUpgrade(
    platform,
    { actor, address: null, language: 'en-US', bearer: '' },
    {
      firmwareId,
      sns: [device.sn],
      stationIds: [],
      labelIds: [],
      batchIds: [],
      window: null,
      mostFailed: 5,
    },
  );
  const { organisationId } = next;
  await db
    .updateTable('stations')
    .set({ organisationId: organisationId! })
    .where('id', '=', stationId)
    .execute();
  await db.updateTable('devices').set({ organisationId }).where('id', '=', device.id).execute();
  clock.advance(1000);
  const sn = `NEW${device.sn}`;
  expect((await next.post(`/devices/${device.id}/replace`, { sn, reason: 'Broken' })).code).toBe(200);
  const [told] = (await former.get(`/firmware-upgrades/${id}/devices`)).data.rows;
  expect(told.device).toEqual({ id: device.id, sn: device.sn, name: null });
});
