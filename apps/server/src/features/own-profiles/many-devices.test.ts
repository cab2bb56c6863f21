import { profileById } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../test/makers.ts';
import { registerOwnProfilesRoutes } from './index.ts';

const platform = await testPlatform();
const { db } = platform;
const { server, someone } = await openApi(platform, registerOwnProfilesRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const PROFILES = 100;
const DEVICES = 60_000;

test('a hundred profiles are listed at once, however many devices others have', async () => {
  const admin = await someone('organisationAdmin');
  const { organisationId } = admin;
  const other = await makeOrganisation(platform);
  await sql`
    INSERT INTO own_profiles (organisation_id, family, data, user_id, changed_at)
    SELECT ${organisationId}::bigint, NULL, ${JSON.stringify(profileById('meter-dtsd422'))}::jsonb, NULL, now()
      FROM generate_series(1, ${PROFILES}::int)`.execute(db);
  const { id } = await db
    .selectFrom('ownProfiles')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  await makeDevice(platform, { organisationId, kind: 'meter', profileId: `own-${id}` });
  await sql`
    INSERT INTO devices (sn, kind, organisation_id)
    SELECT 'OTHERS' || n, 'inverter', ${other.id}::bigint FROM generate_series(1, ${DEVICES}::int) AS n`.execute(
    db,
  );
  await sql`ANALYZE`.execute(db);
  const began = performance.now();
  const { data } = await admin.get('/own-profiles');
  expect(performance.now() - began).toBeLessThan(1000);
  expect(data).toHaveLength(PROFILES);
  const named = (data as { id: number; devices: number }[]).filter(({ devices }) => devices > 0);
  expect(named).toMatchObject([{ id, devices: 1 }]);
});
