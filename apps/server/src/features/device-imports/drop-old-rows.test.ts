import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation, makeUser } from '../../../test/makers.ts';
import { dropOldRows } from './drop-old-rows.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(platform.stop);

async function makeTable(
  { id: userId, organisationId }: { id: number; organisationId: number | null },
  state: 'ended' | 'running',
  wrong = LIMITS.deviceImportRowsKept / 2,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO device_imports (user_id, organisation_id, file_name, language, state, created_at)
    VALUES (${userId}, ${organisationId}, 'devices.csv', 'en-US', ${state}, now()) RETURNING id`.execute(db);
  const { id } = rows[0]!;
  await sql`
    INSERT INTO device_import_rows (import_id, row, place, sn, station, state, secret)
    SELECT ${id}::bigint, row, 0, 'SN' || row, 'Roof', CASE WHEN row = 1 THEN 'added' ELSE 'wrong' END,
           CASE WHEN row = 1 THEN decode('00', 'hex') END
      FROM generate_series(1, ${wrong + 1}::int) AS row`.execute(db);
  return id;
}

const countOf = async (id: number) => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM device_import_rows WHERE import_id = ${id}`.execute(db);
  return rows[0]!.n;
};

test('of tables that are over an organisation keeps the newest rows, and every device that was added; others keep theirs', async () => {
  const [home, elsewhere] = [await makeOrganisation(platform), await makeOrganisation(platform)];
  const [one, another] = [
    await makeUser(platform, { organisationId: home.id }),
    await makeUser(platform, { organisationId: home.id }),
  ];
  const stranger = await makeUser(platform, { organisationId: elsewhere.id });
  const half = LIMITS.deviceImportRowsKept / 2;
  const tables = [
    await makeTable(stranger, 'ended'),
    await makeTable(one, 'running'),
    await makeTable(one, 'ended'),
    await makeTable(another, 'ended'),
    await makeTable(one, 'ended'),
  ];
  await dropOldRows(db, { organisationId: home.id, userId: one.id });
  expect(await Promise.all(tables.map(countOf))).toEqual([half + 1, half + 1, 1, half + 1, half + 1]);
});

test('what one person uploads again and again makes nobody else of the organisation forget a table', async () => {
  const { id: organisationId } = await makeOrganisation(platform);
  const [installer, customer] = [
    await makeUser(platform, { organisationId }),
    await makeUser(platform, { organisationId }),
  ];
  const theirs = await makeTable(installer, 'ended', LIMITS.devicesPerImport - 1);
  for (let nth = 0; nth < 5; nth += 1) await makeTable(customer, 'ended', LIMITS.devicesPerImport);
  await dropOldRows(db, { organisationId, userId: customer.id });
  expect(await countOf(theirs)).toBe(LIMITS.devicesPerImport);
});
