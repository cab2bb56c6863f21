import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { readStationScope } from './index.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const BELOW = 300;
const GRANTS = 500;

/** Rows of the step of a plan that made the most of them. */
function mostRows(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const own = 'Actual Rows' in plan ? Number(plan['Actual Rows']) : 0;
  return Math.max(own, ...Object.values(plan).map(mostRows));
}

test('an organisation with hundreds below it that is granted hundreds of times is each of these once', async () => {
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
  const query = db
    .selectFrom('stations')
    .select('id')
    .where(await readStationScope(db, actor!))
    .orderBy('id');
  expect(mostRows(await query.explain('json', sql`ANALYZE, TIMING OFF`))).toBeLessThan(5 * (BELOW + GRANTS));
  const seen = await query.execute();
  expect(seen.map(({ id }) => id)).toEqual(granted.map(({ id }) => id));
});
