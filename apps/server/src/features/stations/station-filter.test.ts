import { LIMITS, STATION_FIGURES, STATION_REVENUES, STATION_SORTS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation, makeUser } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, call, someone, visitor } = await openApi(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const admin = await someone('organisationAdmin');
const HOUR = 3_600_000;
const now = platform.clock.now();

beforeAll(async () => {
  const organisationId = admin.organisationId!;
  const owner = await makeUser(platform, { organisationId, name: 'Olga Owner', role: 'owner' });
  const one = await makeStation(platform, {
    organisationId,
    name: 'One',
    capacityKw: 10,
    ownerId: owner.id,
    address: 'Mill Lane 3',
    gridConnectedOn: '2020-05-01',
    shared: true,
  });
  const two = await makeStation(platform, { organisationId, name: 'Two', capacityKw: 100, timeZone: 'UTC' });
  const state = (id: number, values: object) =>
    platform.db.updateTable('stationStates').set(values).where('stationId', '=', id).execute();
  await state(one.id, {
    power: 5000,
    energyToday: 20,
    expectedToday: 40,
    energyYear: 900,
    soc: 80,
    signal: 35,
    alarmsGeneral: 1,
    devicesOnline: 1,
    devicesTotal: 3,
    communication: 'partly',
    lastDataAt: new Date(now - 2 * HOUR),
  });
  await state(two.id, { power: 90_000, energyToday: 300, expectedToday: 250, communication: 'online' });
  await platform.db
    .updateTable('stations')
    .set({
      town: 'Adelaide',
      region: 'South Australia',
      townCountry: 'AU',
      placeNames: { 'de-DE': ['Adelheid', null] },
    })
    .where('id', '=', one.id)
    .execute();
  const money = { currency: 'EUR', beforeMonth: 100, beforeYear: 200, beforeTotal: 300 };
  await platform.db
    .insertInto('stationRevenues')
    .values([
      { stationId: one.id, ...money, today: 50 },
      { stationId: two.id, ...money, today: 70 },
      { stationId: two.id, ...money, currency: 'CHF', today: 7 },
    ])
    .execute();
  const day = new Date(now).toISOString().slice(0, 10);
  await platform.db
    .insertInto('revenueCounts')
    .values([
      { stationId: two.id, day, dayEndsAt: new Date(now + HOUR), countedAt: new Date(now) },
      { stationId: one.id, day, dayEndsAt: new Date(now - HOUR), countedAt: new Date(now) },
    ])
    .execute();
});

const found = async (query: string, who: Pick<typeof admin, 'get'> = admin) => {
  const { data } = await who.get(`/stations?sort=name&order=asc&${query}`);
  const rows = data.rows as { id: number; name: string }[];
  const pins = (await who.get(`/stations/map?${query}`)).data as { name: string }[];
  expect([data.total, pins.length]).toEqual([rows.length, rows.length]);
  return rows.map(({ name }) => name).join(' ');
};

test.each([
  ['name=ON', 'One'],
  ['place=adel', 'One'],
  ['place=south', 'One'],
  ['place=AU', 'One'],
  ['owner=olga', 'One'],
  ['address=mill', 'One'],
  ['organisation=%25', ''],
  ['communication=online', 'Two'],
  ['alarm=general,emergency', 'One'],
  ['alarm=tip', ''],
  ['visitors=closed', 'Two'],
  ['design=set', ''],
  ['design=none', 'One Two'],
  ['gridConnectedOn=2020-01-01..2020-12-31', 'One'],
  ['gridConnectedOn=..2019-12-31', ''],
  ['capacity=10..10', 'One'],
  ['power=5000..', 'One Two'],
  ['power=..5000', 'One'],
  ['powerRatio=80..', 'Two'],
  ['energyToday=..20', 'One'],
  ['hoursToday=2.5..', 'Two'],
  ['energyYear=1..', 'One'],
  ['expected=..60', 'One'],
  ['loss=20..20', 'One'],
  ['loss=..0', 'Two'],
  ['soc=..80', 'One'],
  ['signal=..40', 'One'],
  ['devicesOffline=2..', 'One'],
  ['silence=1..3', 'One'],
  ['silence=3..', 'Two'],
  ['currency=CHF', 'Two'],
  ['currency=EUR', 'One Two'],
  // What was counted on another day says nothing of today.
  ['currency=EUR&revenueToday=1..', 'Two'],
  ['currency=EUR&revenueTotal=370..370', 'Two'],
  ['name=o&capacity=50..&communication=online', 'Two'],
])('%s', async (query, names) => {
  expect(await found(query)).toBe(names);
});

test('a place is found as the reader calls it', async () => {
  const bearer = await signIn(platform, admin.user);
  const { data } = await call('/stations?place=adelheid', { bearer, language: 'de-DE' });
  expect(data.rows).toHaveLength(1);
});

test('every order works, that of revenue within one currency', async () => {
  for (const sort of STATION_SORTS) {
    const ofMoney = STATION_REVENUES.some((figure) => figure === sort);
    const answer = await admin.get(`/stations?sort=${sort}${ofMoney ? '&currency=EUR' : ''}`);
    expect([sort, answer.data?.rows.length]).toEqual([sort, 2]);
    if (!ofMoney) continue;
    expect(answer.data.rows[0].name).toBe('Two');
    const path = 'query.currency';
    expect(await admin.get(`/stations?sort=${sort}`)).toMatchObject({
      error: 'invalidInput',
      fields: [{ path }],
    });
  }
});

test('a station whose capacity is not known is listed in every order, passes no filter by it, and has a detail', async () => {
  const other = await someone('organisationAdmin');
  const organisationId = other.organisationId!;
  const { id } = await makeStation(platform, { organisationId, name: 'Bare', capacityKw: 0 });
  const known = await makeStation(platform, { organisationId, name: 'Known', capacityKw: 5 });
  const state = { power: 900, energyToday: 4, expectedToday: 3, lastDataAt: new Date(now - HOUR) };
  await platform.db
    .updateTable('stationStates')
    .set(state)
    .where('stationId', 'in', [id, known.id])
    .execute();
  for (const sort of STATION_SORTS) {
    const money = STATION_REVENUES.some((figure) => figure === sort);
    if (money) continue;
    for (const order of ['asc', 'desc']) {
      const { data, error } = await other.get(`/stations?sort=${sort}&order=${order}&sums=true`);
      expect([sort, error, data?.rows.length]).toEqual([sort, undefined, 2]);
      // What is not known comes last.
      if (['capacity', 'powerRatio', 'hoursToday'].includes(sort)) expect(data.rows[1].name).toBe('Bare');
    }
  }
  for (const figure of STATION_FIGURES)
    expect([figure, (await other.get(`/stations?${figure}=..100000`)).error]).toEqual([figure, undefined]);
  for (const figure of ['capacity', 'powerRatio', 'hoursToday'])
    expect(await found(`${figure}=..100000`, other)).toBe('Known');
  expect((await other.get(`/stations/${id}`)).data).toMatchObject({ name: 'Bare', capacityKw: 0 });
});

test('the least and the greatest that rules let through are listed in every order', async () => {
  const other = await someone('organisationAdmin');
  const organisationId = other.organisationId!;
  const { leastFigure, leastValue, largestValue } = LIMITS;
  for (const [capacityKw, figure] of [
    [leastFigure, largestValue],
    [10_000_000, leastValue],
  ] as const) {
    const { id } = await makeStation(platform, { organisationId, capacityKw });
    const state = { power: figure, energyToday: figure, expectedToday: leastValue, soc: figure };
    await platform.db.updateTable('stationStates').set(state).where('stationId', '=', id).execute();
  }
  for (const sort of STATION_SORTS.filter((one) => !STATION_REVENUES.some((money) => money === one)))
    expect([sort, (await other.get(`/stations?sort=${sort}&sums=true`)).data?.rows.length]).toEqual([
      sort,
      2,
    ]);
});

test('a filter that is none says at its field what is right', async () => {
  for (const [query, path] of [
    ['power=5', 'query.power'],
    ['power=9..1', 'query.power'],
    ['gridConnectedOn=2020-02-30..', 'query.gridConnectedOn'],
    ['revenueToday=1..', 'query.currency'],
    ['currency=euro', 'query.currency'],
    ['visitors=maybe', 'query.visitors'],
  ]) {
    for (const list of ['/stations', '/stations/map'])
      expect(await admin.get(`${list}?${query}`)).toMatchObject({
        error: 'invalidInput',
        fields: [{ path }],
      });
  }
});

test('visitors learn nothing by filters of what is hidden from them, nor of money', async () => {
  const looking = await visitor();
  expect(await found('name=One', looking)).toBe('One');
  for (const hidden of ['owner=olga', 'address=mill', 'organisation=o'])
    expect(await found(`name=One&${hidden}`, looking)).toBe('');
  expect(await looking.get('/stations?currency=EUR')).toMatchObject({ error: 'noDataPermission' });
});

test('a station is found by what it is now, whoever wrote it, and what it was is forgotten', async () => {
  const other = await someone('organisationAdmin');
  const organisationId = other.organisationId!;
  const { id } = await makeStation(platform, { organisationId, name: 'ÄLTER', capacityKw: 5 });
  expect(await found('name=älter&capacity=..9', other)).toBe('ÄLTER');
  await platform.db
    .updateTable('stations')
    .set({ name: 'NEÜER', address: 'Ärmelweg 3', capacityKw: 50, type: 'utility', shared: true })
    .where('id', '=', id)
    .execute();
  expect(await found('name=älter', other)).toBe('');
  expect(await found('name=neüer&address=ÄRMEL&capacity=50..&type=utility&visitors=open', other)).toBe(
    'NEÜER',
  );
  await platform.db.updateTable('stations').set({ capacityKw: 0 }).where('id', '=', id).execute();
  expect(await found('name=neü&capacity=..9', other)).toBe('');
  const { rows } = await sql<object>`SELECT id FROM stations FULL JOIN listed_stations listed USING (id)
    WHERE (listed.organisation_id, listed.owner_id, listed.ended_at, listed.shared, listed.type, listed.capacity_kw,
        listed.grid_connected_on, listed.country, listed.town_country, listed.name, listed.address, listed.town, listed.region, listed.place_names)
      IS DISTINCT FROM (stations.organisation_id, stations.owner_id, stations.ended_at, stations.shared, stations.type,
        nullif(stations.capacity_kw, 0), stations.grid_connected_on, stations.country, stations.town_country,
        lower(stations.name COLLATE pg_c_utf8), lower(stations.address COLLATE pg_c_utf8), lower(stations.town COLLATE pg_c_utf8),
        lower(stations.region COLLATE pg_c_utf8), stations.place_names)`.execute(platform.db);
  expect(rows).toEqual([]);
});

test('of all stations and of those under a filter the capacity is summed alike', async () => {
  const sums = async (filter: string) =>
    (await (await someone('platformAdmin')).get(`/stations?sums=true&pageSize=1&${filter}`)).data.sums;
  const [all, each] = [await sums(''), await sums('silence=0..')];
  expect(all.capacityKw).toBeGreaterThan(100);
  expect(all).toEqual(each);
});
