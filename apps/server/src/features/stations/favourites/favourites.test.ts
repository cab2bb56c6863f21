import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeStation } from '../../../../test/makers.ts';
import { registerSearchRoutes } from '../../search/index.ts';
import { registerStationsRoutes } from '../index.ts';

const platform = await testPlatform();
const { server, someone, visitor } = await openApi(platform, (http, all) => {
  registerStationsRoutes(http, all);
  registerSearchRoutes(http, all);
});
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const mark = (who: Pick<Someone, 'put'>, id: number, favourite = true) =>
  who.put(`/stations/${id}/favourite`, { favourite });
const names = async (who: Pick<Someone, 'get'>, query = '') =>
  ((await who.get(`/stations?sort=name&order=asc${query}`)).data.rows as { name: string }[]).map(
    ({ name }) => name,
  );

async function scene() {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const made = await Promise.all(
    ['Alpha hall', 'Beta hall', 'Gamma hall'].map((name) => makeStation(platform, { organisationId, name })),
  );
  return { admin, organisationId, ids: made.map(({ id }) => id) };
}

test('favourites come first in the list and the search, alone where asked, and are nobody else’s', async () => {
  const { admin, organisationId, ids } = await scene();
  const colleague = await someone('organisationAdmin', { organisationId });
  expect((await mark(admin, ids[2]!)).code).toBe(200);
  expect((await mark(admin, ids[2]!)).code).toBe(200);
  expect(await names(admin)).toEqual(['Gamma hall', 'Alpha hall', 'Beta hall']);
  expect(await names(admin, '&favourite=true')).toEqual(['Gamma hall']);
  expect(await names(colleague)).toEqual(['Alpha hall', 'Beta hall', 'Gamma hall']);
  expect((await admin.get(`/stations/${ids[2]}`)).data.favourite).toBe(true);
  const { stations } = (await admin.get('/search?q=hall&most=2')).data;
  expect(stations.map((one: { name: string; favourite: boolean }) => [one.name, one.favourite])).toEqual([
    ['Gamma hall', true],
    ['Beta hall', false],
  ]);
  const log = await platform.db
    .selectFrom('auditLog')
    .select(['stationId', 'organisationId', 'after'])
    .where('action', '=', 'stations.favourite')
    .where('userId', '=', admin.user.id)
    .execute();
  expect(log).toEqual([{ stationId: null, organisationId, after: { favourite: true } }]);
  await mark(admin, ids[2]!, false);
  expect(await names(admin)).toEqual(['Alpha hall', 'Beta hall', 'Gamma hall']);
});

test('what is out of scope cannot be marked, and is hidden where the scope is lost', async () => {
  const { admin, ids } = await scene();
  const { organisationId: elsewhere } = await scene();
  const stranger = await someone('organisationAdmin');
  expect(await mark(stranger, ids[0]!)).toMatchObject({ error: 'stationNotFound' });
  await mark(admin, ids[0]!);
  await platform.db
    .updateTable('stations')
    .set({ organisationId: elsewhere })
    .where('id', '=', ids[0]!)
    .execute();
  expect(await names(admin, '&favourite=true')).toEqual([]);
  const looking = await visitor();
  expect((await mark(looking, ids[1]!)).code).not.toBe(200);
});

test('nobody has more than the limit, towards which stations that are out of sight do not count', async () => {
  const { admin, organisationId, ids } = await scene();
  const { organisationId: elsewhere } = await scene();
  const fill = (home: number, count: number) =>
    sql`WITH made AS (
        INSERT INTO stations (name, type, organisation_id, time_zone, capacity_kw, latitude, longitude)
        SELECT 'One of many', 'residential', ${home}, 'UTC', 10, 50, 10 FROM generate_series(1, ${count}::int) RETURNING id)
      INSERT INTO favourites (user_id, station_id) SELECT ${admin.user.id}, id FROM made`.execute(
      platform.db,
    );
  await fill(elsewhere, 1);
  await fill(organisationId, LIMITS.favourites - 1);
  expect((await mark(admin, ids[0]!)).code).toBe(200);
  expect(await mark(admin, ids[1]!)).toMatchObject({ error: 'tooManyFavourites' });
  await mark(admin, ids[0]!, false);
  expect((await mark(admin, ids[1]!)).code).toBe(200);
});
