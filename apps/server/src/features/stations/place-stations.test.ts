import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { createTowns, registerTownsRoutes } from '../towns/index.ts';
import { placeStations, registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const towns = createTowns();
const { server, as, call } = await openApi(platform, registerStationsRoutes, (http) =>
  registerTownsRoutes(http, towns),
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const organisation = await makeOrganisation(platform);
const admin = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
const client = await as(admin);
const visitor = await as({ id: null });

const stationAt = (latitude: number, longitude: number, more: object = {}) =>
  makeStation(platform, { organisationId: organisation.id, latitude, longitude, ...more });
const munich = await stationAt(48.137, 11.575, { country: 'DE', address: 'Secret Lane 5', shared: true });
const zaragoza = await stationAt(41.65, -0.88);
const atSea = await stationAt(0, -30);

const rows = async (query: string, who = client) =>
  (await who.get(`/stations?${query}`)).data.rows as { id: number; place: unknown; address: string | null }[];

test('the job writes town, region and country of every station, and the list says them', async () => {
  await placeStations(platform, towns);
  const list = await rows('sort=place&order=asc');
  expect(list.map(({ id, place }) => ({ id, place }))).toEqual([
    { id: munich.id, place: { town: 'Munich', region: 'Bavaria', country: 'DE' } },
    { id: zaragoza.id, place: { town: 'Zaragoza', region: 'Aragon', country: 'ES' } },
    { id: atSea.id, place: null },
  ]);
  expect((await rows('sort=place&order=desc')).map(({ id }) => id)).toEqual([
    zaragoza.id,
    munich.id,
    atSea.id,
  ]);
});

test('what people typed of a place stands before what is found there, in every language', async () => {
  const edit = (id: number, fields: object) => client.put(`/stations/${id}`, { version: 1, ...fields });
  const there = await stationAt(48.2, 11.6, { country: 'DE' });
  const lost = await stationAt(0, -31);
  const typed = { city: 'Minga', province: 'Oberbayern', district: 'Schwabing' };
  expect((await edit(there.id, typed)).data).toMatchObject(typed);
  expect((await edit(lost.id, { province: ' Atlantis ' })).data.province).toBe('Atlantis');
  expect((await edit(lost.id, { version: 2, city: '<b>' })).error).toBe('invalidInput');
  await placeStations(platform, towns);
  expect((await rows('place=minga')).map(({ id, place }) => ({ id, place }))).toEqual([
    { id: there.id, place: { town: 'Minga', region: 'Oberbayern', country: 'DE' } },
  ]);
  expect((await rows('place=atlantis'))[0]!.place).toEqual({ town: null, region: 'Atlantis', country: null });
  const german = { bearer: await signIn(platform, admin), language: 'de-DE' };
  expect((await call(`/stations/${there.id}`, german)).data.place.town).toBe('Minga');
  // The log is for ever: it keeps that they changed.
  const { after } = await platform.db
    .selectFrom('auditLog')
    .select('after')
    .where('objectId', '=', String(there.id))
    .executeTakeFirstOrThrow();
  expect(after).toEqual({ city: '***', province: '***', district: '***' });
  await platform.db
    .updateTable('stations')
    .set({ endedAt: new Date() })
    .where('id', 'in', [there.id, lost.id])
    .execute();
});

test('places are in the language of the reader, in the list and on the page of the station', async () => {
  const german = { bearer: await signIn(platform, admin), language: 'de-DE' };
  const place = { town: 'München', region: 'Bayern', country: 'DE' };
  expect((await call('/stations?q=munich', german)).data.rows).toMatchObject([{ place }]);
  expect((await call(`/stations/${munich.id}`, german)).data.place).toEqual(place);
  expect((await call('/towns?q=zarag', { ...german, language: 'it-IT' })).data[0].name).toBe('Saragozza');
});

test('the search finds the town, for visitors as well, who do not see the address', async () => {
  expect((await rows('q=zarag')).map(({ id }) => id)).toEqual([zaragoza.id]);
  const [seen] = await rows('q=munich', visitor);
  expect(seen).toMatchObject({ id: munich.id, place: { town: 'Munich' }, address: '***' });
});

test('a station that was placed is left alone, a new one is placed', async () => {
  const asked: number[] = [];
  const watched = {
    ofSites: (sites: Parameters<typeof towns.ofSites>[0]) => {
      asked.push(sites.length);
      return towns.ofSites(sites);
    },
  };
  await placeStations(platform, watched);
  await stationAt(48.2, 16.37);
  await placeStations(platform, watched);
  expect(asked).toEqual([1]);
});

test('towns are found by name and by square of the map; a stranger finds none', async () => {
  expect((await client.get('/towns?q=garmisch')).data[0]).toMatchObject({
    name: 'Garmisch-Partenkirchen',
    country: 'DE',
  });
  const { data } = await visitor.get('/towns/map?z=9&x=272&y=177');
  expect(data[0]).toMatchObject({ name: 'Munich' });
  expect((await client.get('/towns/map?z=10&x=0&y=0')).error).toBe('invalidInput');
  expect((await call('/towns?q=garmisch')).error).toBe('unauthorised');
});

test('the list is sorted by the names that the reader knows', async () => {
  const vienna = await stationAt(48.208, 16.373);
  await placeStations(platform, towns);
  const bearer = await signIn(platform, admin);
  const order = async (language: string) => {
    const { data } = await call('/stations?sort=place&order=asc', { bearer, language });
    return (data.rows as { id: number }[])
      .map(({ id }) => id)
      .filter((id) => id === vienna.id || id === zaragoza.id);
  };
  expect(await order('en-US')).toEqual([vienna.id, zaragoza.id]);
  // Saragozza and Vienna.
  expect(await order('it-IT')).toEqual([zaragoza.id, vienna.id]);
});
