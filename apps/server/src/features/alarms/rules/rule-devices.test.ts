import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../../test/makers.ts';
import { rowsRead } from '../../../../test/rows-read.ts';
import { devicesOfRule } from './rule-devices.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

const target = (organisationIds: number[]) => ({ organisationIds, stationIds: [], labelIds: [], models: [] });

test('devices of a rule are those of its organisation and the tight ones below it', async () => {
  const above = await makeOrganisation(platform);
  const tight = await makeOrganisation(platform, above);
  const loose = await makeOrganisation(platform, above, 'loose');
  const ids = new Map<number, number>();
  for (const { id: organisationId } of [above, tight, loose]) {
    const { id: stationId } = await makeStation(platform, { organisationId });
    ids.set(organisationId, (await makeDevice(platform, { organisationId, stationId })).id);
  }
  const found: number[] = [];
  for await (const page of devicesOfRule(db, target([above.id])))
    found.push(...page.map((device) => device.id));
  expect(found).toEqual([ids.get(above.id), ids.get(tight.id)]);
});

test('thousands of organisations with one rule are read once, and not for each thousand of their stations', async () => {
  const [organisations, stations] = [2000, 6000];
  await sql`
    INSERT INTO organisations (code, name, path, scope_path)
    SELECT 'RULED' || n, 'Ruled', '', '' FROM generate_series(1, ${organisations}::int) AS n`.execute(db);
  const { rows } = await sql<{ id: number }>`
    UPDATE organisations SET path = '/' || id || '/', scope_path = '/' || id || '/' WHERE code LIKE 'RULED%' RETURNING id`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  await sql`
    INSERT INTO stations (organisation_id, name, type, capacity_kw, time_zone, latitude, longitude)
    SELECT (${ids}::bigint[])[1 + n % ${organisations}::int], 'Ruled', 'residential', 5, 'UTC', 50, 10
      FROM generate_series(1, ${stations}::int) AS n`.execute(db);
  await sql`ANALYZE organisations, stations`.execute(db);
  const read = await rowsRead(db, { table: 'organisations' }, async (trx) => {
    for await (const page of devicesOfRule(trx, target(ids))) expect(page).toEqual([]);
  });
  expect(read).toBeLessThan(2 * organisations);
});
