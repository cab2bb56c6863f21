import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { organisationOf } from '../../../test/grants-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerGrantsRoutes } from '../grants/index.ts';
import { registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const input = { name: 'New', type: 'residential', capacityKw: 8.4, latitude: 48, longitude: 11 };

/** Stations like one that there is. */
const fill = (like: number, count: number) =>
  sql`INSERT INTO stations (name, type, capacity_kw, time_zone, latitude, longitude, organisation_id, owner_id)
    SELECT name, type, capacity_kw, time_zone, latitude, longitude, organisation_id, owner_id
    FROM stations, generate_series(1, ${count}::int) WHERE id = ${like}`.execute(platform.db);

test('one person has so many stations of their own, and others go on', async () => {
  const [owner, other] = [await someone('owner'), await someone('owner')];
  const { data } = await owner.post('/stations', input);
  await fill(data.id, LIMITS.stationsPerOwner - 2);
  expect((await owner.post('/stations', input)).code).toBe(200);
  expect(await owner.post('/stations', input)).toMatchObject({
    error: 'tooManyStationsOwned',
    msg: expect.stringContaining('1000'),
  });
  expect((await other.post('/stations', input)).code).toBe(200);
});

test('an organisation has so many stations', async () => {
  const installer = await someone('installer');
  const { data } = await installer.post('/stations', input);
  await fill(data.id, LIMITS.stationsPerOrganisation - 1);
  expect((await installer.post('/stations', input)).error).toBe('tooManyStations');
});

test('a station is not taken over where there is no room for one more, and goes over once there is', async () => {
  const [seller, buyer, chief] = [
    await someone('owner'),
    await someone('owner'),
    await someone('organisationAdmin'),
  ];
  const [own, station] = [await buyer.post('/stations', input), await seller.post('/stations', input)];
  const stationId = station.data.id as number;
  await fill(own.data.id, LIMITS.stationsPerOwner - 1);
  const account = buyer.user.email!;
  const { data: offer } = await seller.post(`/stations/${stationId}/hand-over`, { account });
  const take = () => buyer.post(`/hand-overs/${offer.id}/accept`);
  expect(await take()).toMatchObject({ error: 'tooManyStationsOwned', msg: expect.stringContaining('1000') });
  await platform.db.deleteFrom('stations').where('id', '=', own.data.id).execute();
  expect((await take()).code).toBe(200);

  const { code, id } = await organisationOf(platform, chief.organisationId);
  const there = await chief.post('/stations', input);
  await fill(there.data.id, LIMITS.stationsPerOrganisation - 1);
  const { data: push } = await buyer.put(`/stations/${stationId}/organisation`, { organisationCode: code });
  const accept = () => chief.post(`/hand-overs/${push.id}/accept`);
  expect((await accept()).error).toBe('tooManyStations');
  const home = async () =>
    (
      await platform.db
        .selectFrom('stations')
        .select('organisationId')
        .where('id', '=', stationId)
        .executeTakeFirstOrThrow()
    ).organisationId;
  expect(await home()).not.toBe(id);
  await platform.db.deleteFrom('stations').where('id', '=', there.data.id).execute();
  expect((await accept()).code).toBe(200);
  expect(await home()).toBe(id);
});

test('nor where there is no room for its devices', async () => {
  const [owner, chief] = [await someone('owner'), await someone('organisationAdmin')];
  const { id: stationId, organisationId } = (await owner.post('/stations', input)).data;
  const { code, id } = await organisationOf(platform, chief.organisationId);
  await sql`INSERT INTO devices (sn, kind, organisation_id, station_id)
    SELECT 'MOVES-' || n, 'meter', ${organisationId}, ${stationId} FROM generate_series(1, 2) n`.execute(
    platform.db,
  );
  await sql`INSERT INTO devices (sn, kind, organisation_id, created_at)
    SELECT 'ROOM-' || n, 'meter', ${id}, '2020-01-01' FROM generate_series(2, ${LIMITS.devicesPerOrganisation}::int) n`.execute(
    platform.db,
  );
  const { data: push } = await owner.put(`/stations/${stationId}/organisation`, { organisationCode: code });
  const accept = () => chief.post(`/hand-overs/${push.id}/accept`);
  expect((await accept()).error).toBe('tooManyDevices');
  await platform.db.deleteFrom('devices').where('sn', '=', 'ROOM-2').execute();
  expect((await accept()).code).toBe(200);
});
