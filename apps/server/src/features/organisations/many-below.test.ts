import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { organisationTree } from './organisation-tree.ts';

const platform = await testPlatform();
const { db, clock } = platform;
afterAll(() => platform.stop());

const LOOSE = 100;
const DEVICES = 3000;

test('the sums of a hundred loose organisations are made in one go, however many devices others have', async () => {
  const home = await makeOrganisation(platform);
  const other = await makeOrganisation(platform);
  const { id: userId } = await makeUser(platform, { role: 'organisationAdmin', organisationId: home.id });
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
  const actor = (await findUserActor(db, { userId, at: clock.now() }))!;
  const read = await rowsRead(db, { table: 'devices' }, async (trx) => {
    const tree = await organisationTree({ db: trx }, actor, {
      organizationType: 'OUTER_ORG',
      outerOrgShowOneLevel: false,
    });
    expect(tree).toHaveLength(LOOSE);
    expect(tree[0]!.counts).toEqual({ members: 0, stations: 0, devices: 5 });
    expect(tree[1]!.counts).toEqual({ members: 0, stations: 0, devices: 0 });
  });
  expect(read).toBeLessThan(5 * DEVICES);
});
