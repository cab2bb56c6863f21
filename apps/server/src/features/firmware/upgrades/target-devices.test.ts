import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../../test/makers.ts';
import { releaseFirmware } from '../../../../test/upgraded-fleet.ts';
import { registerFirmwareRoutes } from '../index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, someone } = await openApi(platform, registerFirmwareRoutes);
const firmware = await releaseFirmware(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

test('an upgrade reaches devices of its models by station, label, batch and filter, and named ones whatever they are', async () => {
  const { user, post, ...person } = await someone('installer');
  const organisationId = person.organisationId!;
  const station = await makeStation(platform, { organisationId });
  const made = { stationId: station.id, organisationId };
  const [a, b, c] = await Promise.all(
    ['1.4.0', '1.4.1', '1.5.0'].map((version) =>
      makeDevice(platform, { ...made, model: 'SF-L1', firmware: version }),
    ),
  );
  const other = await makeDevice(platform, { ...made, model: 'SF-L9' });
  const label = await db
    .insertInto('labels')
    .values({ organisationId, name: 'Roof', color: 'blue' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('deviceLabels').values({ deviceId: b!.id, labelId: label.id }).execute();
  const batch = await db
    .insertInto('deviceBatches')
    .values({
      organisationId,
      userId: user.id,
      code: 'B1',
      name: 'One',
      remark: '',
      createdAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('deviceBatchDevices').values({ batchId: batch.id, deviceId: a!.id }).execute();
  const check = (target: object, by = post) =>
    by('/firmware-upgrades/check', { firmwareId: firmware.id, ...target });
  const reached = async (target: object) => (await check(target)).data?.first.toSorted();
  const sns = (...devices: (typeof a)[]) => devices.map((device) => device!.sn).toSorted();
  const stationIds = [station.id];
  expect(await reached({ stationIds })).toEqual(sns(a, b, c));
  expect(await reached({ labelIds: [label.id] })).toEqual(sns(b));
  expect(await reached({ batchIds: [batch.id], sns: [other.sn] })).toEqual(sns(a, other));
  expect(await reached({ stationIds, filters: { firmware: '1.5' } })).toEqual(sns(c));
  expect(await reached({ filters: { firmware: '1.4' } })).toEqual(sns(a, b));
  expect((await check({ labelIds: [999_999] })).error).toBe('runWithoutDevices');
  expect((await check({ batchIds: [999_999] })).error).toBe('deviceBatchNotFound');
  expect((await check({ filters: { ratedPower: 'much' } })).error).toBe('invalidInput');
  const stranger = await someone('installer');
  expect((await check({ stationIds, labelIds: [label.id] }, stranger.post)).error).toBe('runWithoutDevices');
  expect((await stranger.get(`/devices/${a!.id}/firmware-upgrades`)).error).toBe('deviceNotFound');
});
