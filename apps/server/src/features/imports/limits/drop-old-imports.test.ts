import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { dropOldImports } from './drop-old-imports.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(platform.stop);

test('a customer who imports without end makes few of the imports of others forgotten', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const { id: stationId } = await makeStation(platform, { organisationId });
  const [installer, customer] = [
    await makeUser(platform, { organisationId }),
    await makeUser(platform, { organisationId }),
  ];
  const imported = (userId: number, times: number) =>
    sql`
      INSERT INTO imports (station_id, user_id, organisation_id, file_name, file_id, mapping, on_error, state)
      SELECT ${stationId}::bigint, ${userId}::bigint, ${organisationId}::bigint, n || '.csv', ${userId}::bigint || '/' || n, '{}', 'refuse', 'done'
        FROM generate_series(1, ${times}::int) AS n`.execute(db);
  const kept = async (userId: number) =>
    (
      await db.selectFrom('imports').select('fileName').where('userId', '=', userId).orderBy('id').execute()
    ).map(({ fileName }) => fileName);
  await imported(installer.id, 100);
  await imported(customer.id, LIMITS.importsKept + 50);
  await dropOldImports(db, { organisationId, userId: customer.id });
  expect(await kept(installer.id)).toHaveLength(100);
  const own = await kept(customer.id);
  expect(own).toHaveLength(LIMITS.importsKept - 100);
  expect(own.at(-1)).toBe(`${LIMITS.importsKept + 50}.csv`);
});
