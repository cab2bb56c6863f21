import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { readStationScope } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const BELOW = 3000;
const GRANTS = 5000;

test('an organisation with thousands below it that is granted thousands of times is each of these once', async () => {
  const whole = await makeOrganisation(platform);
  await sql`
    INSERT INTO organisations (code, name, parent_id, path, scope_path)
    SELECT 'PART' || n, 'Part', ${whole.id}::bigint, '', '' FROM generate_series(1, ${BELOW}::int) AS n`.execute(
    db,
  );
  await sql`
    UPDATE organisations SET path = ${whole.path} || id || '/', scope_path = ${whole.path} || id || '/'
     WHERE parent_id = ${whole.id}`.execute(db);
  const last = await db
    .selectFrom('organisations')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const granted = [
    await makeStation(platform, { organisationId: whole.id }),
    await makeStation(platform, { organisationId: last.id }),
  ];
  const loose = await makeOrganisation(platform, whole, 'loose');
  await makeStation(platform, { organisationId: loose.id });
  const guest = await makeUser(platform, {
    role: 'organisationAdmin',
    organisationId: (await makeOrganisation(platform)).id,
  });
  const now = clock.now();
  await sql`
    INSERT INTO grants (state, to_user_id, organisation_id, role, begins_at, ends_at, created_at)
    SELECT 'accepted', ${guest.id}::bigint, ${whole.id}::bigint, 'viewer', ${new Date(now - 1000)}::timestamptz,
           ${new Date(now + 86_400_000)}::timestamptz, ${new Date(now)}::timestamptz FROM generate_series(1, ${GRANTS}::int)`.execute(
    db,
  );
  await sql`ANALYZE`.execute(db);
  const actor = await findUserActor(db, { userId: guest.id, at: now });
  const began = performance.now();
  const seen = await db
    .selectFrom('stations')
    .select('id')
    .where(await readStationScope(db, actor!))
    .orderBy('id')
    .execute();
  expect(performance.now() - began).toBeLessThan(1000);
  expect(seen.map(({ id }) => id)).toEqual(granted.map(({ id }) => id));
});
