import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { readNumbers, sentNumbers } from './number-columns.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('numbers arrive as they were, in their order, and what is null is not a number', async () => {
  const values = [0, -1.5, null, 1e300, 2 ** 53 - 1, 0.1];
  const { rows } = await sql<{ sent: Buffer | null; none: Buffer | null }>`
    SELECT ${sentNumbers(sql`told.value`, { order: sql`ORDER BY told.at` })} AS sent,
      ${sentNumbers(sql`told.value`, { filter: sql`told.at < 0` })} AS none
    FROM unnest(${values}::float8[]) WITH ORDINALITY AS told (value, at)`.execute(platform.db);
  expect([...readNumbers(rows[0]!.sent)]).toEqual(values.map((value) => value ?? Number.NaN));
  expect(readNumbers(rows[0]!.none)).toHaveLength(0);
});
