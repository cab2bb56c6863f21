import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { beginUpgrade } from '../../../../test/begin-upgrade.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { registerDevicesRoutes } from '../../devices/index.ts';
import { registerFirmwareRoutes } from '../index.ts';
import { settleUpgrades } from './settle-upgrades.ts';
import { findUserActor } from '../../../platform/user-actor.ts';

const platform = await testPlatform();
const { db, clock } = platform;
const { server, someone } = await openApi(platform, registerFirmwareRoutes, registerDevicesRoutes);
afterAll(() => server.app.close().then(() => platform.stop()));

/** A device in a station of an installer who began to upgrade it, and the next installer of the station. */
async function upgraded() {
  const [former, next] = [await someone('installer'), await someone('installer')];
  const { id: firmwareId } = await releaseFirmware(platform);
  const { id: stationId } = await makeStation(platform, { organisationId: former.organisationId! });
  const there = { kind: 'logger', model: 'SF-L1', firmware: '1.4.2', stationId } as const;
  const device = await makeDevice(platform, { ...there, organisationId: former.organisationId });
  const actor = (await findUserActor(db, { userId: former.user.id, at: clock.now() }))!;
  const context = { actor, address: null, language: 'en-US', bearer: '' } as const;
  const { id } = await beginUpgrade(platform, context, { firmwareId, sns: [device.sn] });
  const handOver = async () => {
    const { organisationId } = next;
    const to = { organisationId: organisationId! };
    await db.updateTable('stations').set(to).where('id', '=', stationId).execute();
    await db.updateTable('devices').set({ organisationId }).where('id', '=', device.id).execute();
  };
  const told = async () => (await former.get(`/firmware-upgrades/${id}/devices`)).data.rows[0];
  return { next, device, handOver, told };
}

test('whoever upgraded a device reads no number of what takes its place at the next installer of the station', async () => {
  const { next, device, handOver, told } = await upgraded();
  await handOver();
  clock.advance(1000);
  const sn = `NEW${device.sn}`;
  expect((await next.post(`/devices/${device.id}/replace`, { sn, reason: 'Broken' })).code).toBe(200);
  expect((await told()).device).toEqual({ id: device.id, sn: device.sn, name: null });
});

test('nor which version a device that was not heard of gets there', async () => {
  const [left, stayed] = [await upgraded(), await upgraded()];
  for (const { device, handOver } of [left, stayed]) {
    const ended = { state: 'timedOut', failure: 'silent', endedAt: new Date(clock.now()) } as const;
    await db.updateTable('firmwareUpgradeDevices').set(ended).where('deviceId', '=', device.id).execute();
    if (device === left.device) await handOver();
    await db.updateTable('devices').set({ firmware: '2.0.0' }).where('id', '=', device.id).execute();
  }
  await settleUpgrades(platform);
  expect(await stayed.told()).toMatchObject({ state: 'succeeded', late: true });
  expect(await left.told()).toMatchObject({ state: 'timedOut', late: false });
});
