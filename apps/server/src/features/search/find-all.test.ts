import type { Found, FoundPage } from '@sunfleet/contract';
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
  const { admin, organisationId, station } = await scene();
  const name = `Lighthouse ${organisationId}`;
  const { id } = await station(name, { shared: true, address: `Secret Lane ${organisationId}` });
  const device = await makeDevice(platform, { stationId: id, organisationId });
  const looking = await visitor();
  expect((await find(looking, name)).stations).toMatchObject([{ id, organisation: null }]);
  const lane = `Secret Lane ${organisationId}`;
  expect(names(await find(looking, lane))).toEqual([]);
  expect((await find(admin, lane)).stations).toMatchObject([{ id, address: lane }]);
  expect((await find(admin, name)).stations).toMatchObject([{ id, address: null }]);
  expect((await find(looking, device.sn)).devices).toEqual([]);
});

test('as many rows of each kind as are asked for', async () => {
  const { admin, station } = await scene();
  for (let n = 0; n < 8; n += 1) await station(`Row house ${n}`);
  expect((await find(admin, 'row house', 5)).stations).toHaveLength(5);
  const refused = await admin.get('/search?q=r');
  expect(refused).toMatchObject({ error: 'invalidInput', fields: [{ path: 'query.q' }] });
});

const pageOf = async (who: Pick<Someone, 'get'>, query: string): Promise<FoundPage> =>
  (await who.get(`/search/page?${query}`)).data;

test('all results: counts of every kind, the first rows of each, and every row of one kind page by page exactly once', async () => {
  const { admin, organisationId, station } = await scene();
  const made: { id: number }[] = [];
  for (let n = 0; n < 7; n += 1) made.push(await station(`Hopfield ${n}`));
  for (const name of ['Hopfiel A', 'Hopfiel B']) made.push(await station(name));
  await platform.db
    .insertInto('favourites')
    .values([3, 8].map((index) => ({ userId: admin.user.id, stationId: made[index]!.id })))
    .execute();
  for (const name of ['Hopfield a', 'Hopfield b', 'other'])
    await makeDevice(platform, { stationId: made[0]!.id, organisationId, name });
  const now = new Date(platform.clock.now());
  for (const stationId of [made[0]!.id, made[7]!.id]) {
    const { id: deviceId } = await makeDevice(platform, { stationId, organisationId, name: 'else' });
    await platform.db
      .insertInto('alarms')
      .values({
        stationId,
        deviceId,
        level: 'tip',
        type: 'deviceFault',
        code: 'X1',
        textKey: 'faults.platform.offline',
        beganAt: now,
        lastSeenAt: now,
      })
      .execute();
  }
  await foldStations(platform);

  const first = await pageOf(admin, 'q=hopfield&pageSize=2');
  expect(first.counts).toEqual({
    stations: 9,
    devices: 2,
    alarms: 2,
    people: 0,
    organisations: 0,
    labels: 0,
  });
  expect(first.stations.map(({ name }) => name)).toEqual(['Hopfield 3', 'Hopfield 0']);
  expect(first.devices).toHaveLength(2);
  const pages: FoundPage[] = [];
  for (let page = 1; page <= 6; page += 1)
    pages.push(await pageOf(admin, `q=hopfield&kind=stations&pageSize=2&page=${page}`));
  const rows = pages.flatMap(({ stations }) => stations);
  expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(made.map(({ id }) => id));
  expect(rows.map(({ name, near }) => [name, near]).slice(-3)).toEqual([
    ['Hopfield 6', false],
    ['Hopfiel B', true],
    ['Hopfiel A', true],
  ]);
  expect(rows.at(-1)?.alike).toEqual(['Hopfiel']);
  expect(pages.every(({ counts, devices }) => counts.stations === 9 && devices.length === 0)).toBe(true);
  const devices: FoundPage['devices'] = [];
  for (const page of [1, 2, 3])
    devices.push(...(await pageOf(admin, `q=hopfield&kind=devices&pageSize=1&page=${page}`)).devices);
  expect(devices.map(({ name }) => name).toSorted()).toEqual(['Hopfield a', 'Hopfield b']);
});

test('nobody is told how much others have, or what a program may not see', async () => {
  const { admin, organisationId, station } = await scene();
  const { admin: other } = await scene();
  const { id: stationId } = await station('Quince Hill');
  await makeDevice(platform, { stationId, organisationId, name: 'Quince' });
  await foldStations(platform);
  const none = { stations: 0, devices: 0, alarms: 0, people: 0, organisations: 0, labels: 0 };
  expect((await pageOf(other, 'q=quince')).counts).toEqual(none);
  expect((await pageOf(other, 'q=quinse')).counts).toEqual(none);
  const program = await asProgram(admin.user, ['stations.view']);
  expect((await pageOf(program, 'q=quince')).counts).toEqual({ ...none, stations: 1 });
  expect((await pageOf(admin, 'q=quince')).counts).toEqual({ ...none, stations: 1, devices: 1 });
});
