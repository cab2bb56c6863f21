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

/** Serial numbers of another organisation: one more than somebody may look up within an hour. */
async function tooManyOfOthers(): Promise<string[]> {
  const { id: elsewhere } = await makeOrganisation(platform);
  const rows = Array.from({ length: LIMITS.lookUpsHourly + 1 }, (_, place) => ({
    sn: `OF${elsewhere}N${place}`,
    kind: 'inverter' as const,
    organisationId: elsewhere,
  }));
  const made = await platform.db.insertInto('devices').values(rows).returning('id').execute();
  await platform.db
    .insertInto('deviceStates')
    .values(made.map(({ id }) => ({ deviceId: id })))
    .execute();
  return rows.map(({ sn }) => sn);
}

test('lists tell of as many numbers of others as one by one, then of none but the own, and it stands in the log', async () => {
  const others = await tooManyOfOthers();
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId });
  const { post } = await as(user);
  const list = (...sns: string[]) => post(`${PATH}/several`, { sns });
  expect(
    (await list(...others.slice(0, -1))).data.filter((row: { found: unknown }) => row.found),
  ).toHaveLength(LIMITS.lookUpsHourly);
  expect((await list(others.at(-1)!)).error).toBe('tooManyRequests');
  expect((await list('NOSUCH123')).error).toBe('tooManyRequests');
  expect((await list(device.sn, others[0]!)).data).toMatchObject([
    { device: { id: device.id } },
    { found: {}, device: null },
  ]);
  const denied = await platform.db
    .selectFrom('auditLog')
    .select('objectId')
    .where('userId', '=', user.id)
    .where('action', '=', 'denied.lookUpSerials')
    .orderBy('id')
    .execute();
  expect(denied.map(({ objectId }) => objectId)).toEqual([others.at(-1), 'NOSUCH123']);
});

test('a list with too many numbers of others tells of none and leaves nothing of the limit', async () => {
  const { post } = await as(await makeUser(platform, { role: 'organisationAdmin', organisationId }));
  expect((await post(`${PATH}/several`, { sns: await tooManyOfOthers() })).error).toBe('tooManyRequests');
  expect((await post(`${PATH}/several`, { sns: ['NOSUCH124'] })).error).toBe('tooManyRequests');
});
