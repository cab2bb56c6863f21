import { DEVICE_SORTS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { systemActor } from '../../platform/actor.ts';
import { signIn } from '../accounts/index.ts';
import { readListedScope } from '../scope/index.ts';
import { readFew } from './few-devices.ts';
import { registerDevicesRoutes } from './index.ts';
import { readIds, type DeviceListQuery } from './list-devices.ts';

const platform = await testPlatform();
const { server, as, visitor } = await openApi(platform, registerDevicesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const organisation = await makeOrganisation(platform);
const { id: organisationId } = organisation;
const station = await makeStation(platform, { organisationId, name: 'Almond Farm', shared: true });
const other = await makeStation(platform, { organisationId, name: 'Barn' });
const at = { organisationId, stationId: station.id };
const logger = await makeDevice(platform, { ...at, kind: 'logger', name: 'Stick', ratedPower: null });
const old = await makeDevice(platform, {
  ...at,
  name: 'Old',
  model: 'SUN-5K',
  manufacturer: 'Sol',
  firmware: '1.4.2',
  parentId: logger.id,
  productionDate: '2019-02-01',
  warrantyEnd: '2024-02-01',
});
const young = await makeDevice(platform, {
  organisationId,
  stationId: other.id,
  name: 'Young',
  model: 'SUN-8K',
  firmware: '2.0',
  ratedPower: 8000,
  warrantyEnd: '2036-06-30',
});
const HOUR = 3_600_000;
const told = (deviceId: number, hoursAgo: number, values: object) =>
  platform.db
    .updateTable('deviceStates')
    .set({ ...values, lastDataAt: new Date(platform.clock.now() - hoursAgo * HOUR) })
    .where('deviceId', '=', deviceId)
    .execute();
await told(old.id, 30, { power: 1200, signal: 40, connection: 'v5', openAlarms: 2 });
await told(young.id, 1, { power: 6000, energyToday: 20, soc: 55 });

const user = await makeUser(platform, { role: 'organisationAdmin', organisationId });
const { get } = await as(user);
const names = async (query: string): Promise<string[]> =>
  (await get(`/devices?sort=name&order=asc&${query}`)).data.rows.map(({ name }: { name: string }) => name);

test.each([
  ['sn=', 'of the old one', ['Old']],
  ['name=oUn', '', ['Young']],
  ['model=sun-', '', ['Old', 'Young']],
  ['manufacturer=sol', '', ['Old']],
  ['firmware=1.4', '', ['Old']],
  ['station=almond', '', ['Old', 'Stick']],
  ['parent=', 'of the logger', ['Old']],
  ['connection=v5,mqtt', '', ['Old']],
  ['power=1000..2000', '', ['Old']],
  ['ratedPower=..8000', '', ['Young']],
  ['energyToday=20..20', '', ['Young']],
  ['soc=50..', '', ['Young']],
  ['signal=..50', '', ['Old']],
  ['alarms=1..', '', ['Old']],
  ['silence=24..', '', ['Old', 'Stick']],
  ['silence=..2', '', ['Young']],
  ['silence=-999999999999999..999999999999999', '', ['Old', 'Young']],
  ['productionDate=2019-01-01..2019-12-31', '', ['Old']],
  ['warrantyEnd=2030-01-01..', '', ['Young']],
  ['model=sun&power=5000..&firmware=2', '', ['Young']],
])('%s%s narrows the list', async (query, of, found) => {
  const sn = of === '' ? '' : of.endsWith('logger') ? logger.sn.slice(1) : old.sn.slice(1);
  expect(await names(query + sn)).toEqual(found);
});

test('the counts are those under the filter, and what is no range is refused with what is right', async () => {
  const { data } = await get('/devices?model=sun');
  expect(data).toMatchObject({ total: 2, counts: { connecting: 2, offline: 0 } });
  const refused = await get('/devices?power=5..1');
  expect(refused.fields).toMatchObject([{ path: 'query.power' }]);
});

test('every order holds all devices, and what is not known comes last', async () => {
  for (const sort of DEVICE_SORTS)
    for (const order of ['asc', 'desc'])
      expect((await get(`/devices?sort=${sort}&order=${order}`)).data.rows).toHaveLength(3);
  const byEnd = async (order: string) =>
    (await get(`/devices?sort=warrantyEnd&order=${order}`)).data.rows.map(
      ({ name }: { name: string }) => name,
    );
  expect(await byEnd('asc')).toEqual(['Old', 'Young', 'Stick']);
  expect(await byEnd('desc')).toEqual(['Young', 'Old', 'Stick']);
});

test('very many devices are read in the same order as few, along an index or as a whole, from either end', async () => {
  const actor = { ...systemActor, at: platform.clock.now() };
  const scoped = { actor, scope: await readListedScope(platform.db, actor, true) };
  const compare = async (query: DeviceListQuery) => {
    const all = (await readFew(platform, scoped, query))!.ids;
    const read = (page: { rows: number; before: number; fromEnd?: boolean }) =>
      readIds(platform, scoped, { query, ...page });
    const said = `${query.sort} ${query.order}`;
    expect(await read({ rows: 100, before: 0 }), said).toEqual(all);
    expect(await read({ rows: 1, before: 1 }), said).toEqual(all.slice(1, 2));
    expect(await read({ rows: 2, before: 0, fromEnd: true }), said).toEqual(all.toReversed().slice(0, 2));
    return all.length;
  };
  for (const sort of DEVICE_SORTS)
    for (const order of ['asc', 'desc'] as const) {
      const query = { bound: true, sort, order, page: 1, pageSize: 100 };
      expect(await compare(query)).toBeGreaterThan(2);
      expect(await compare({ ...query, kind: ['inverter'], alarms: '0..' })).toBeGreaterThan(1);
    }
});

test('the filtered list is saved as a file in its order, with names and units in the words of the reader', async () => {
  const signed = { authorization: `Bearer ${await signIn(platform, user)}`, 'accept-language': 'de-DE' };
  const file = (query: string) =>
    server.app.inject({ url: `/api/device-list/file?${query}`, headers: signed });
  const csv = await file('columns=sn,power,warrantyEnd,status&model=sun&sort=name&order=desc');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="devices.csv"');
  expect(csv.body.split('\r\n')).toEqual([
    '\uFEFFSeriennummer,Name,Leistung (kW),Ende der Garantie,Status',
    `${young.sn},Young,6,2036-06-30,Wird verbunden`,
    `${old.sn},Old,1.2,2024-02-01,Wird verbunden`,
    '',
  ]);
  const sheet = await file('columns=sn&format=xlsx');
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await file('columns=nothing')).statusCode).toBe(400);
  // Each once: named thousands of times, some hundred rows with long labels are as much as a server has memory.
  expect((await file('columns=model,sn,model,sn&sort=name')).body).toMatch(
    /^\uFEFFModell,Seriennummer,Name\r\n/,
  );
  expect((await file(`columns=${'labels,'.repeat(24)}`)).statusCode).toBe(400);
  const chosen = await file(`columns=sn&ids=${young.id},${logger.id}&model=sun`);
  expect(chosen.body.split('\r\n').slice(1)).toEqual([`${young.sn},Young`, '']);
});

test('visitors find nothing by serial numbers, which they see masked', async () => {
  const visitor = await as({ id: null });
  expect((await visitor.get(`/devices?sn=${old.sn}`)).data.total).toBe(0);
  expect((await visitor.get(`/devices?parent=${logger.sn}`)).data.total).toBe(0);
  expect((await visitor.get('/devices?model=sun-5')).data.total).toBe(1);
});

test('a device that goes elsewhere is listed where it is, whichever columns a list reads', async () => {
  const moved = await makeDevice(platform, { ...at, name: 'Moved' });
  const lists = async (stationId: number) => {
    const by = async (query: string) =>
      (await get(`/devices?stationId=${stationId}&${query}`)).data.rows.some(
        ({ id }: { id: number }) => id === moved.id,
      );
    return [
      await by('sort=power'),
      await by('sort=name'),
      await by('sort=name&alarms=0..'),
      await by('kind=inverter'),
    ];
  };
  expect(await lists(station.id)).toEqual([true, true, true, true]);
  await platform.db
    .updateTable('devices')
    .set({ stationId: other.id, kind: 'meter' })
    .where('id', '=', moved.id)
    .execute();
  expect(await lists(station.id)).toEqual([false, false, false, false]);
  expect(await lists(other.id)).toEqual([true, true, true, false]);
});

test('visitors, who see serial numbers masked, do not learn their order', async () => {
  const { id: stationId } = await makeStation(platform, { organisationId, shared: true });
  for (const [name, sn] of [
    ['Ada', 'ZZ-9'],
    ['Bea', 'YY-8'],
    ['Cyd', 'XX-7'],
  ])
    await makeDevice(platform, { organisationId, stationId, name: name!, sn: sn! });
  const order = async (who: Pick<Awaited<ReturnType<typeof visitor>>, 'get'>) =>
    (await who.get(`/devices?stationId=${stationId}&sort=sn&order=asc`)).data.rows
      .map(({ name }: { name: string }) => name)
      .join(' ');
  expect(await order({ get })).toBe('Cyd Bea Ada');
  expect(await order(await visitor())).toBe('Ada Bea Cyd');
});

test('what devices are listed by is what they are, whoever changed them', async () => {
  await platform.db
    .updateTable('devices')
    .set({ name: 'Renamed', model: 'Ünique' })
    .where('id', '=', young.id)
    .execute();
  await platform.db
    .updateTable('devices')
    .set({ firmware: null, soldOn: '2024-05-05' })
    .where('id', 'in', [old.id, logger.id])
    .execute();
  const { rows } = await sql<object>`
    SELECT devices.id FROM devices JOIN device_states AS state ON state.device_id = devices.id
      LEFT JOIN listed_words AS name ON name.id = listed_name LEFT JOIN listed_words AS model ON model.id = listed_model
      LEFT JOIN listed_words AS maker ON maker.id = listed_manufacturer LEFT JOIN listed_words AS firmware ON firmware.id = listed_firmware
     WHERE (listed_station_id, listed_organisation_id, listed_kind, listed_rated_power, listed_production_date, listed_warranty_end,
            listed_first_power_on, listed_sold_on, name.word, model.word, maker.word, firmware.word)
       IS DISTINCT FROM
           (station_id, organisation_id, kind, rated_power, production_date, warranty_end, first_power_on, sold_on,
            lower(devices.name COLLATE pg_c_utf8), lower(devices.model COLLATE pg_c_utf8), lower(manufacturer COLLATE pg_c_utf8), lower(devices.firmware COLLATE pg_c_utf8))`.execute(
    platform.db,
  );
  expect(rows).toEqual([]);
  expect(await names('name=renamed&model=üni')).toEqual(['Renamed']);
});
