import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { registerOrganisationsRoutes } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const api = await openApi(platform, registerOrganisationsRoutes);
afterAll(async () => {
  await api.server.app.close();
  await platform.stop();
});

const LOOSE = 300;
const DEVICES = 60_000;

test('the sums of hundreds of loose organisations are made in one go, however many devices others have', async () => {
  const admin = await api.someone('organisationAdmin');
  const home = { id: admin.organisationId!, path: `/${admin.organisationId}/` };
  const other = await makeOrganisation(platform);
  await sql`
    INSERT INTO organisations (code, name, tie, parent_id, path)
    SELECT 'LOOSE' || n, 'Loose ' || lpad(n::text, 3, '0'), 'loose', ${home.id}::bigint, '' FROM generate_series(1, ${LOOSE}::int) AS n`.execute(
    db,
  );
  await sql`
    UPDATE organisations SET path = ${home.path} || id || '/', scope_path = '/' || id || '/'
     WHERE parent_id = ${home.id}`.execute(db);
  await sql`
    INSERT INTO devices (sn, kind, organisation_id)
    SELECT 'BELOW' || n, 'inverter', CASE WHEN n > 5 THEN ${other.id}::bigint ELSE
      (SELECT min(id) FROM organisations WHERE parent_id = ${home.id}) END
      FROM generate_series(1, ${DEVICES}::int) AS n`.execute(db);
  await sql`ANALYZE`.execute(db);
  const began = performance.now();
  const { data } = await admin.get('/ups/organization/initOrganizationTree?organizationType=OUTER_ORG');
  expect(performance.now() - began).toBeLessThan(1000);
  expect(data).toHaveLength(LOOSE);
  expect(data[0].counts).toEqual({ members: 0, stations: 0, devices: 5 });
  expect(data[1].counts).toEqual({ members: 0, stations: 0, devices: 0 });
});
