import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openFleet } from '../fleet/index.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerDevicesRoutes);
const fleet = await openFleet(platform);
afterAll(async () => {
  await server.app.close();
  await fleet.stop();
  await platform.stop();
});

/** An owner with a station and a device in it. */
async function owned(values: Parameters<typeof makeDevice>[1] = {}) {
  const owner = await someone('owner');
  const organisationId = owner.organisationId!;
  const station = await makeStation(platform, { organisationId, ownerId: owner.user.id });
  const sn = `ED${randomUUID().slice(0, 12)}`;
  const device = await makeDevice(platform, { sn, stationId: station.id, organisationId, ...values });
  return { ...owner, station, device, at: `/devices/${device.id}` };
}

test('named fields change, the others stay, and the log keeps both values', async () => {
  const { at, put, device, station } = await owned({ name: 'Old', attributes: '{"imei":"1"}' });
  const { data } = await put(at, {
    version: 1,
    name: 'Roof',
    ratedPower: 8000,
    modbusAddress: 7,
    productionDate: '2024-02-29',
    warrantyEnd: '2034-02-28',
    remark: ' ',
  });
  expect(data).toMatchObject({ name: 'Roof', ratedPower: 8000, modbusAddress: 7, remark: null, version: 2 });
  expect(data).toMatchObject({ productionDate: '2024-02-29', warrantyEnd: '2034-02-28', firstPowerOn: null });
  expect(data.attributes).toEqual({ imei: '1', slave: '7' });
  const entry = await platform.db
    .selectFrom('auditLog')
    .select(['before', 'after', 'stationId'])
    .where('action', '=', 'devices.edit')
    .where('objectId', '=', String(device.id))
    .executeTakeFirstOrThrow();
  expect(entry.before).toMatchObject({ name: 'Old', modbusAddress: null });
  expect(entry.after).toMatchObject({ name: 'Roof', modbusAddress: 7 });
  expect([entry.after, entry.stationId]).toEqual([expect.not.objectContaining({ remark: null }), station.id]);
});

test('what somebody else saved is not overwritten, and the same call twice does no harm', async () => {
  const { at, put } = await owned();
  await put(at, { version: 1, name: 'First' });
  expect(await put(at, { version: 1, name: 'Second' })).toMatchObject({ code: 40971, error: 'deviceEdited' });
  expect(await put(at, { version: 1, name: 'First' })).toMatchObject({ code: 200, data: { version: 2 } });
});

test.each([
  [{ modbusAddress: 248 }, 'body.modbusAddress'],
  [{ ratedPower: 0 }, 'body.ratedPower'],
  [{ warrantyEnd: '2025-02-30' }, 'body.warrantyEnd'],
  [{ profileId: 'meter-dtsd422' }, 'body.profileId'],
  [{ profileId: 'unheard-of' }, 'body.profileId'],
  [{ meterRole: 'grid' }, 'body.meterRole'],
  [{ energyOffset: 0, energyOffsetReason: 'Nothing' }, 'body.energyOffset'],
  [{ energyOffset: 100 }, 'body.energyOffsetReason'],
])('%j is refused at its field', async (fields, path) => {
  const { at, put } = await owned();
  const refused = await put(at, { version: 1, ...fields });
  expect(refused).toMatchObject({ error: 'invalidInput', fields: [{ path }] });
});

test('a family and a place that fit are taken', async () => {
  const { at, put } = await owned({ kind: 'meter' });
  const { data } = await put(at, { version: 1, profileId: 'meter-dtsd422', meterRole: 'grid' });
  expect(data).toMatchObject({ profileId: 'meter-dtsd422', meterRole: 'grid' });
});

test('who only looks, and who is elsewhere, changes nothing', async () => {
  const { at, organisationId } = await owned();
  const reader = await someone('internalReadOnly', { organisationId });
  expect(await reader.put(at, { version: 1, name: 'X' })).toMatchObject({ error: 'noDataPermission' });
  const stranger = await someone('owner');
  expect(await stranger.put(at, { version: 1, name: 'X' })).toMatchObject({ error: 'deviceNotFound' });
});

test('an offset is kept with its reason, goes with it, and with the device', async () => {
  const { at, put, post, device } = await owned();
  const reason = 'The counter was replaced';
  const { data } = await put(at, { version: 1, energyOffset: -12.5, energyOffsetReason: reason });
  expect(data).toMatchObject({ energyOffset: -12.5, energyOffsetReason: reason });
  expect((await put(at, { version: 2, energyOffset: null })).data).toMatchObject({
    energyOffset: null,
    energyOffsetReason: null,
  });
  await put(at, { version: 3, energyOffset: 5, energyOffsetReason: reason });
  await post(`${at}/unbind`);
  const freed = await platform.db
    .selectFrom('devices')
    .select(['energyOffset', 'energyOffsetReason'])
    .where('id', '=', device.id)
    .executeTakeFirstOrThrow();
  expect(freed).toEqual({ energyOffset: null, energyOffsetReason: null });
});
