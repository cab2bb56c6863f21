import type { Found } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation, makeUser } from '../../../test/makers.ts';
import { foldStations, registerSearchRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, visitor, asProgram } = await openApi(platform, registerSearchRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const find = async (who: Pick<Someone, 'get'>, q: string, most = 6): Promise<Found> =>
  (await who.get(`/search?q=${encodeURIComponent(q)}&most=${most}`)).data;
const names = ({ stations }: Found) => stations.map(({ name }) => name);

async function scene() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const station = (name: string, values: object = {}) =>
    makeStation(platform, { organisationId, name, ...values });
  return { admin, organisationId, station };
}

test('names are found with typing errors, without marks and in other scripts, after those that contain the text', async () => {
  const { admin, station } = await scene();
  for (const name of ['Solarpark München Süd', 'Бавария Восток', '北京电站', 'Munchen Depot'])
    await station(name);
  await foldStations(platform);
  const munich = await find(admin, 'munchen');
  expect(munich.stations.map(({ name, near }) => [name, near])).toEqual([
    ['Munchen Depot', false],
    ['Solarpark München Süd', true],
  ]);
  expect(names(await find(admin, 'muenchen'))).toContain('Solarpark München Süd');
  expect(names(await find(admin, 'solrpark'))).toEqual(['Solarpark München Süd']);
  expect(names(await find(admin, 'bavaria'))).toEqual(['Бавария Восток']);
  expect(names(await find(admin, 'beijing'))).toEqual(['北京电站']);
  expect(names(await find(admin, '北京'))).toEqual(['北京电站']);
  expect(names(await find(admin, 'zzzzzz'))).toEqual([]);
});

test('a station that is called otherwise is folded again, and one of another organisation is found by nobody else', async () => {
  const { admin, station } = await scene();
  const { admin: other } = await scene();
  const { id } = await station('Wasserturm');
  await foldStations(platform);
  await platform.db.updateTable('stations').set({ name: 'Mühlenhof' }).where('id', '=', id).execute();
  await foldStations(platform);
  expect(names(await find(admin, 'muhlenhoff'))).toEqual(['Mühlenhof']);
  expect(names(await find(admin, 'wasserturn'))).toEqual([]);
  expect(names(await find(other, 'muhlenhof'))).toEqual([]);
});

test('devices, open alarms, people, organisations and labels are found, each where its reader may see it', async () => {
  const { admin, organisationId, station } = await scene();
  const { id: stationId } = await station('Quarry Roof');
  const device = await makeDevice(platform, { stationId, organisationId, name: 'Quarry east' });
  const alarm = {
    stationId,
    deviceId: device.id,
    level: 'general',
    type: 'deviceFault',
    code: `Q${device.id}`,
    textKey: 'faults.platform.offline',
    beganAt: new Date(platform.clock.now()),
    lastSeenAt: new Date(platform.clock.now()),
  } as const;
  await platform.db.insertInto('alarms').values(alarm).execute();
  await makeUser(platform, { organisationId, name: 'Quinn Quarry', role: 'installer' });
  await platform.db
    .insertInto('labels')
    .values({ organisationId, name: 'Quarries', description: '', color: '#0055AA' })
    .execute();
  await platform.db
    .updateTable('organisations')
    .set({ name: 'Quarry Works' })
    .where('id', '=', organisationId)
    .execute();
  const found = await find(admin, 'quarr');
  expect(found.devices).toMatchObject([{ id: device.id, name: 'Quarry east', station: { id: stationId } }]);
  expect(found.alarms).toMatchObject([{ code: alarm.code, station: { name: 'Quarry Roof' } }]);
  expect(found.people.map(({ name }) => name)).toEqual(['Quinn Quarry']);
  expect(found.organisations.map(({ name }) => name)).toEqual(['Quarry Works']);
  expect(found.labels.map(({ name }) => name)).toEqual(['Quarries']);
  expect((await find(admin, device.sn.slice(0, 8))).devices.map(({ id }) => id)).toContain(device.id);
  expect((await find(admin, alarm.code)).alarms).toHaveLength(1);

  const program = await asProgram(admin.user, ['stations.view']);
  const { stations, ...others } = await find(program, 'quarr');
  expect(stations).toHaveLength(1);
  expect(Object.values(others).flat()).toEqual([]);
  // What a station's devices are called is nothing that it may ask.
  const bySn = async (who: Parameters<typeof find>[0]) =>
    (await find(who, device.sn.toLowerCase())).stations.map(({ id }) => id);
  expect(await bySn(admin)).toEqual([stationId]);
  expect(await bySn(program)).toEqual([]);
});

test('visitors find what is shared by name, and no address, serial number or organisation', async () => {
  const { organisationId, station } = await scene();
  const name = `Lighthouse ${organisationId}`;
  const { id } = await station(name, { shared: true, address: `Secret Lane ${organisationId}` });
  const device = await makeDevice(platform, { stationId: id, organisationId });
  const looking = await visitor();
  expect((await find(looking, name)).stations).toMatchObject([{ id, organisation: null }]);
  expect(names(await find(looking, `Secret Lane ${organisationId}`))).toEqual([]);
  expect((await find(looking, device.sn)).devices).toEqual([]);
});

test('as many rows of each kind as are asked for', async () => {
  const { admin, station } = await scene();
  for (let n = 0; n < 8; n += 1) await station(`Row house ${n}`);
  expect((await find(admin, 'row house', 5)).stations).toHaveLength(5);
  const refused = await admin.get('/search?q=r');
  expect(refused).toMatchObject({ error: 'invalidInput', fields: [{ path: 'query.q' }] });
});
