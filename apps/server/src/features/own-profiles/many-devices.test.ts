import { profileById } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeUser } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { listOwnProfiles } from './list-own-profiles.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const PROFILES = 100;
const DEVICES = 3000;

test('a hundred profiles are listed at once, however many devices others have', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId });
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
  const actor = (await findUserActor(db, { userId, at: clock.now() }))!;
  const read = await rowsRead(db, { table: 'devices' }, async (trx) => {
    const profiles = await listOwnProfiles(trx, actor);
    expect(profiles).toHaveLength(PROFILES);
    expect(profiles.filter(({ devices }) => devices > 0)).toMatchObject([{ id, devices: 1 }]);
  });
  expect(read).toBeLessThan(DEVICES);
});
