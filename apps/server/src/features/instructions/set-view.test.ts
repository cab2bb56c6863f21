import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { viewSets } from './set-view.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const SETS = 400;
const STEPS = 5;

test('a page of sets reads the steps of these, however many sets there are', async () => {
  const { db } = platform;
  const { id } = await makeOrganisation(platform);
  await sql`INSERT INTO instructions (organisation_id, code, name, fn, address, count, data, dangerous)
    SELECT ${id}, 'i' || n, 'i' || n, 16, 0, 1, '0001', false FROM generate_series(1, 50) n`.execute(db);
  await sql`INSERT INTO instruction_sets (organisation_id, code, name)
    SELECT ${id}, 's' || n, 's' || lpad(n::text, 4, '0') FROM generate_series(1, ${SETS}) n`.execute(db);
  await sql`INSERT INTO instruction_set_steps (set_id, position, instruction_id)
    SELECT sets.id, place, (SELECT id FROM instructions WHERE organisation_id = ${id} LIMIT 1)
      FROM instruction_sets sets, generate_series(1, ${STEPS}) place WHERE sets.organisation_id = ${id}`.execute(
    db,
  );
  await sql`ANALYZE instruction_sets, instruction_set_steps, instructions`.execute(db);
  const where = sql<boolean>`instruction_sets.organisation_id = ${id}`;
  const read = await rowsRead(db, { table: 'instruction_set_steps' }, async (trx) => {
    const sets = await viewSets(trx, { where, end: sql`LIMIT 3 OFFSET 10` });
    expect(sets.map(({ name, steps }) => [name, steps.length])).toEqual([
      ['s0011', STEPS],
      ['s0012', STEPS],
      ['s0013', STEPS],
    ]);
  });
  expect(read).toBeLessThan((SETS * STEPS) / 4);
});
