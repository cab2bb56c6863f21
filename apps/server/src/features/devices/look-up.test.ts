import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { registerDevicesRoutes } from './index.ts';

const platform = await testPlatform();
const { server, as, call } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const { id: organisationId } = await makeOrganisation(platform);
const station = await makeStation(platform, { organisationId, name: 'Almond Farm' });
const device = await makeDevice(platform, {
  organisationId,
  stationId: station.id,
  name: 'Secret name',
  remark: 'Secret remark',
  model: 'SUN-5K',
  warrantyEnd: '2030-01-01',
});
await platform.db
  .updateTable('deviceStates')
  .set({ status: 'normal' })
  .where('deviceId', '=', device.id)
  .execute();
const PATH = '/device-look-up';
const ask = (sn: string, address: string) => call(PATH, { method: 'POST', body: { sn }, address });

test('anybody learns model, warranty and whether it is online, and nothing else', async () => {
  expect((await ask(device.sn, '10.9.0.1')).data).toEqual({
    sn: device.sn,
    model: 'SUN-5K',
    warrantyEnd: '2030-01-01',
    online: true,
  });
  expect((await ask('NOSUCH123', '10.9.0.1')).error).toBe('serialNotFound');
  expect((await ask('a b', '10.9.0.1')).fields).toMatchObject([{ path: 'body.sn' }]);
});

test('a network looks up so many in an hour, and others go on', async () => {
  const asked = Array.from({ length: LIMITS.lookUpsHourly }, () => ({
    subject: 'serial numbers looked up, network 10.8.0.1',
    at: new Date(platform.clock.now()),
  }));
  await platform.db.insertInto('tries').values(asked).execute();
  expect((await ask(device.sn, '10.8.0.1')).error).toBe('tooManyRequests');
  expect((await ask(device.sn, '10.8.5.2')).code).toBe(200);
});

test('who is signed in looks up a list, each once, and sees the station of their own alone', async () => {
  const own = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId }));
  const sns = [device.sn, 'NOSUCH123', device.sn];
  const { data } = await own.post(`${PATH}/several`, { sns });
  expect(data).toEqual([
    {
      sn: device.sn,
      found: { model: 'SUN-5K', warrantyEnd: '2030-01-01', online: true },
      device: { id: device.id, station: { id: station.id, name: 'Almond Farm' } },
    },
    { sn: 'NOSUCH123', found: null, device: null },
  ]);
  const other = await makeOrganisation(platform);
  const stranger = await as(
    await makeUser(platform, { role: 'organisationAdmin', organisationId: other.id }),
  );
  expect((await stranger.post(`${PATH}/several`, { sns })).data[0]).toMatchObject({
    found: { model: 'SUN-5K' },
    device: null,
  });
});
