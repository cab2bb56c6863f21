import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { registerStationsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerStationsRoutes);
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
