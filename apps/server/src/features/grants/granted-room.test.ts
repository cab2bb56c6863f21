import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeGrant, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { registerGrantsRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerGrantsRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const DAY_MS = 86_400_000;

test('who was authorised for as many stations by name as may be accepts no more until one is given back or over', async () => {
  const giver = await someone('organisationAdmin');
  const { id: organisationId } = await makeOrganisation(platform);
  const person = await someone('serviceProvider', { organisationId });
  const head = await someone('organisationAdmin', { organisationId });
  const stations = [];
  for (let n = 0; n < 3; n += 1)
    stations.push(await makeStation(platform, { organisationId: giver.organisationId! }));
  const [filling, small, own] = stations;
  const full = await makeGrant(platform, { stationId: filling!.id, toUserId: person.user.id });
  await sql`INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
    SELECT ${giver.organisationId}, 'Many ' || n, 'residential', 1, 'UTC', 0, 0 FROM generate_series(1, ${LIMITS.grantedToPerson - 2}::int) n`.execute(
    platform.db,
  );
  await sql`INSERT INTO grant_stations (grant_id, station_id) SELECT ${full.id}, id FROM stations WHERE name LIKE 'Many %'`.execute(
    platform.db,
  );
  const offer = async (stationIds: number[], to: object) => {
    const body = { object: { stationIds }, to, role: 'viewer', endsAt: platform.clock.now() + DAY_MS };
    return (await giver.post('/grants', body)).data.id as number;
  };
  const account = { account: person.user.email };
  const both = await offer([small!.id, own!.id], account);
  expect((await person.post(`/grants/${both}/accept`)).error).toBe('tooManyGranted');
  const one = await offer([small!.id], account);
  expect((await person.post(`/grants/${one}/accept`)).code).toBe(200);
  const another = await offer([own!.id], account);
  expect((await person.post(`/grants/${another}/accept`)).error).toBe('tooManyGranted');
  const { code } = await platform.db
    .selectFrom('organisations')
    .select('code')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
  const theirs = await offer([own!.id], { organisationCode: code });
  expect((await head.post(`/grants/${theirs}/accept`)).code).toBe(200);
  expect((await person.post(`/grants/${one}/decline`)).code).toBe(200);
  expect((await person.post(`/grants/${another}/accept`)).code).toBe(200);
});
