import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { signIn } from '../accounts/index.ts';
import { registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone, call } = await openApi(platform, registerStationsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Client = Awaited<ReturnType<typeof someone>>;
const input = { name: 'New', type: 'residential', capacityKw: 8.4, latitude: -33.87, longitude: 151.21 };
const idsOf = async (who: Client) =>
  ((await who.get('/stations')).data.rows as { id: number }[]).map(({ id }) => id);
const rowOf = (id: number) =>
  platform.db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const organisation = (id: number) =>
  platform.db.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('the zone follows from the position, the organisation from the caller, and the write is in the audit log', async () => {
  const installer = await someone('installer');
  const announced: number[] = [];
  const end = platform.bus.subscribe('stationChanged', ({ stationId }) => announced.push(stationId));
  const { code, data } = await installer.post('/stations', { ...input, name: '  New ' });
  end();
  expect(code).toBe(200);
  expect(data).toMatchObject({
    name: 'New',
    timeZone: 'Australia/Sydney',
    today: '2026-06-21',
    owner: null,
    shared: false,
  });
  expect(data.live).toMatchObject({ status: 'connecting', communication: 'never', power: null });
  expect(data.sunrise).toBeLessThan(data.sunset);
  expect(announced).toEqual([data.id]);
  expect(await rowOf(data.id)).toMatchObject({ organisationId: installer.organisationId, ownerId: null });
  const audit = await platform.db
    .selectFrom('auditLog')
    .select(['action', 'userId', 'after'])
    .where('objectType', '=', 'station')
    .where('objectId', '=', String(data.id))
    .execute();
  expect(audit).toMatchObject([
    { action: 'stations.create', userId: installer.user.id, after: { capacityKw: 8.4 } },
  ]);
});

test('every field of the page is kept', async () => {
  const fields = {
    batteryKwh: 10.5,
    elevation: 12,
    tilt: 30,
    azimuth: 359.5,
    country: 'AU',
    address: '1 Test Street',
    gridType: 'selfConsumption',
    currency: 'AUD',
    priceBuy: 0.3,
    priceFeedIn: 0,
    gridConnectedOn: '2026-02-28',
    installedOn: '2026-01-31',
  };
  const { data } = await (await someone('installer')).post('/stations', { ...input, ...fields });
  expect(data).toMatchObject(fields);
  const { after } = await platform.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'stations.create')
    .where('objectId', '=', String(data.id))
    .executeTakeFirstOrThrow();
  // The log is for ever and is read by later owners: no address, no place, no prices.
  expect(Object.keys(after!).toSorted()).toEqual(
    ['capacityKw', 'name', 'organisationId', 'ownerId', 'timeZone', 'type'].toSorted(),
  );
});

test('a place beside a border has the zone of its own side, by the boundaries of today', async () => {
  const installer = await someone('installer');
  const zoneAt = async (latitude: number, longitude: number) =>
    (await installer.post('/stations', { ...input, latitude, longitude })).data.timeZone;
  expect(await zoneAt(38.878, -6.97)).toBe('Europe/Madrid');
  expect(await zoneAt(38.881, -7.163)).toBe('Europe/Lisbon');
  expect(await zoneAt(31.69, -106.42)).toBe('America/Ciudad_Juarez');
});

test('what an owner creates is its own', async () => {
  const owner = await someone('owner');
  const { data } = await owner.post('/stations', { ...input, timeZone: 'Asia/Tokyo' });
  expect(data.timeZone).toBe('Asia/Tokyo');
  expect(await idsOf(owner)).toEqual([data.id]);
});

test('an owner who is in no organisation gets one of its own, once', async () => {
  const owner = await someone('owner', { organisationId: null });
  const [first, second] = [await owner.post('/stations', input), await owner.post('/stations', input)];
  expect([first.code, second.code]).toEqual([200, 200]);
  const rows = [await rowOf(first.data.id), await rowOf(second.data.id)];
  expect(rows[0]!.organisationId).toBe(rows[1]!.organisationId);
  expect(await organisation(rows[0]!.organisationId)).toMatchObject({
    type: 'personal',
    name: owner.user.name,
  });
  expect((await idsOf(owner)).toSorted()).toEqual([first.data.id, second.data.id].toSorted());
  const founded = await platform.db
    .selectFrom('auditLog')
    .select('userId')
    .where('action', '=', 'organisations.create')
    .where('objectId', '=', String(rows[0]!.organisationId))
    .execute();
  expect(founded).toEqual([{ userId: owner.user.id }]);
});

test('a role that sees only what it was granted owns what it creates, and finds it again', async () => {
  const home = await makeOrganisation(platform);
  const role = await platform.db
    .insertInto('roles')
    .values({
      organisationId: home.id,
      name: 'Surveyor',
      description: 'Sets stations up',
      basedOn: 'serviceProvider',
      attribution: 'external',
      scope: 'granted',
      permissions: ['stations.view', 'stations.create'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const surveyor = await someone('serviceProvider', { organisationId: home.id, roleId: role.id });
  const { code, data } = await surveyor.post('/stations', input);
  expect(code).toBe(200);
  expect(await idsOf(surveyor)).toEqual([data.id]);
});

test('a station is put into an organisation below by who manages it, and into no other', async () => {
  const admin = await someone('organisationAdmin');
  const home = await organisation(admin.organisationId!);
  const [tight, loose] = [
    await makeOrganisation(platform, home),
    await makeOrganisation(platform, home, 'loose'),
  ];
  const foreign = await makeOrganisation(platform);
  const made = await admin.post('/stations', { ...input, organisationId: tight.id });
  expect(made.data.organisation).toBe(tight.name);
  for (const { id } of [loose, foreign])
    expect((await admin.post('/stations', { ...input, organisationId: id })).error).toBe(
      'organisationNotFound',
    );
  const owner = await someone('owner', { organisationId: home.id });
  expect((await owner.post('/stations', { ...input, organisationId: tight.id })).error).toBe(
    'organisationNotFound',
  );
  expect((await owner.post('/stations', { ...input, organisationId: home.id })).code).toBe(200);
});

test('every wrong field is told in the words of the caller', async () => {
  const { user } = await someone('owner');
  const bearer = await signIn(platform, user);
  const body = {
    ...input,
    name: ' ',
    timeZone: '+02:00',
    capacityKw: 0,
    latitude: 91,
    longitude: 181,
    tilt: 91,
    azimuth: 360,
    elevation: 9001,
    batteryKwh: 0,
    priceBuy: -1,
    currency: 'AUD',
    gridConnectedOn: '2026-02-30',
  };
  const { error, fields } = await call('/stations', { body, bearer, language: 'de-DE' });
  expect(error).toBe('invalidInput');
  expect(fields?.map(({ path }) => path.replace('body.', '')).toSorted()).toEqual(
    [
      'name',
      'timeZone',
      'capacityKw',
      'latitude',
      'longitude',
      'tilt',
      'azimuth',
      'elevation',
      'batteryKwh',
      'priceBuy',
      'gridConnectedOn',
    ].toSorted(),
  );
  expect(fields?.find(({ path }) => path === 'body.latitude')?.message).toMatch(/^Der Breitengrad/);
});

test('a price without a currency, a zone nobody knows and a role that may not are refused', async () => {
  const owner = await someone('owner');
  const unpriced = await owner.post('/stations', { ...input, priceBuy: 0.3 });
  expect(unpriced.fields?.map(({ path }) => path)).toEqual(['body.currency']);
  const nowhere = await owner.post('/stations', { ...input, timeZone: 'Mars/Olympus' });
  expect(nowhere.fields?.map(({ path }) => path)).toEqual(['body.timeZone']);
  for (const role of ['internalReadOnly', 'serviceProvider', 'stationAdmin'] as const)
    expect((await (await someone(role)).post('/stations', input)).error).toBe('noDataPermission');
});

test('who works on the whole platform creates anywhere, in the first organisation where none is named', async () => {
  const admin = await someone('platformAdmin', { organisationId: null });
  expect((await admin.post('/stations', input)).code).toBe(200);
  const there = await makeOrganisation(platform);
  const { data } = await admin.post('/stations', { ...input, organisationId: there.id });
  expect((await rowOf(data.id)).organisationId).toBe(there.id);
});

test.each([
  ['the north pole', 90, 0, undefined],
  ['the south pole', -90, 180, 'Antarctica/McMurdo'],
  ['Fiji, east of the date line', -17.8, 179.999, 'Pacific/Fiji'],
  ['Fiji, west of the date line', -16.8, -179.999, 'Pacific/Fiji'],
  ['the date line itself', 0, 180, 'Pacific/Tarawa'],
  ['the same date line from the other side', 0, -180, 'Pacific/Tarawa'],
])(
  'a station at %s is listed, on the map, has a zone and a day, and is edited',
  async (_, latitude, longitude, zone) => {
    const installer = await someone('installer');
    const { data: made, error } = await installer.post('/stations', { ...input, latitude, longitude });
    expect(error).toBeUndefined();
    if (zone) expect(made.timeZone).toBe(zone);
    expect(made.today).toMatch(/^2026-06-2\d$/);
    // In June the sun of one pole does not set, and that of the other one does not rise.
    if (Math.abs(latitude) === 90) expect([made.sunrise, made.sunset]).toEqual([null, null]);
    else expect(made.sunrise).toBeLessThan(made.sunset);
    expect(await idsOf(installer)).toEqual([made.id]);
    expect((await installer.get('/stations/map')).data).toMatchObject([{ id: made.id, latitude, longitude }]);
    const edited = await installer.put(`/stations/${made.id}`, { version: made.version, notes: 'Cold here' });
    expect(edited.error).toBeUndefined();
    expect(await rowOf(made.id)).toMatchObject({ latitude, longitude, notes: 'Cold here' });
  },
);
