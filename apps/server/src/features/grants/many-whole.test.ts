import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { queryGrants } from './query-grants.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const GRANTS = 500;
const STATIONS = 300;

test('the stations of an owner are read once, however many organisations others granted as a whole', async () => {
  const above = await makeOrganisation(platform);
  const home = await makeOrganisation(platform, above);
  const other = await makeOrganisation(platform);
  const giver = await makeUser(platform, { role: 'organisationAdmin', organisationId: other.id });
  const owner = await makeUser(platform, { role: 'owner' });
  await sql`
    INSERT INTO stations (organisation_id, owner_id, name, type, capacity_kw, time_zone, latitude, longitude)
    SELECT ${home.id}, ${owner.id}, 'Own', 'residential', 5, 'UTC', 50, 10 FROM generate_series(1, ${STATIONS}::int)`.execute(
    db,
  );
  // Of all of these the owner reads the one of the organisation above that of the stations.
  await sql`
    INSERT INTO grants (state, organisation_id, to_account, role, commands, begins_at, ends_at, created_at, created_by)
    SELECT 'pending', CASE WHEN n = 1 THEN ${above.id}::bigint ELSE ${other.id}::bigint END, 'nobody@example.test', 'viewer', false,
           now(), now() + interval '1 year', now(), ${giver.id} FROM generate_series(1, ${GRANTS}::int) AS n`.execute(
    db,
  );
  await sql`ANALYZE grants, stations, organisations`.execute(db);
  const actor = (await findUserActor(db, { userId: owner.id, at: clock.now() }))!;
  const read = await rowsRead(db, { table: 'stations' }, async (trx) => {
    const page = await queryGrants({ db: trx, clock }, actor, { direction: 'given', page: 1, pageSize: 20 });
    expect(page).toMatchObject({ total: 1, rows: [{ object: { kind: 'organisation', id: above.id } }] });
  });
  expect(read).toBeLessThan(20 * STATIONS);
});
