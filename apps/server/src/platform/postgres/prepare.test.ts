import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeOrganisation } from '../../../test/makers.ts';
import { prepare, runPrepared } from './prepare.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

interface Wanted {
  name: string;
  ids: { first: number; second: number };
}

const NAME = 'test_find_organisations';
const find = prepare(NAME, (on, wanted: Wanted) =>
  on
    .selectFrom('organisations')
    .select(['id', 'scopePath', sql<string>`${wanted.name}::text`.as('asked')])
    .where((eb) => eb.or([eb('id', '=', wanted.ids.first), eb('id', '=', wanted.ids.second)]))
    .orderBy('id')
    .limit(10),
);

test('is filled with the values of each call, wherever they stand', async () => {
  const [one, two, three] = [await organisation(), await organisation(), await organisation()];
  const ask = async (name: string, first: number, second: number) =>
    (await find(db, { name, ids: { first, second } })).rows;
  expect((await ask('a', one, two)).map(({ id }) => id)).toEqual([one, two]);
  expect((await ask('b', three, one)).map(({ id }) => id)).toEqual([one, three]);
  expect((await ask('c', three, three)).map(({ asked }) => asked)).toEqual(['c']);
});

test('is kept by its connection under its name', async () => {
  await db.connection().execute(async (connection) => {
    await find(connection, { name: '', ids: { first: 1, second: 2 } });
    await find(connection, { name: '', ids: { first: 3, second: 4 } });
    const { rows } = await sql<{ plans: number }>`
      SELECT (generic_plans + custom_plans)::int AS plans FROM pg_prepared_statements WHERE name = ${NAME}`.execute(
      connection,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.plans).toBeGreaterThanOrEqual(2);
  });
});

test('a statement whose text depends on who asks is kept once for each text', async () => {
  const [mine, other] = [await organisation(), await organisation()];
  const ask = async (on: typeof db, id: number, seesAll: boolean) => {
    const query = on.selectFrom('organisations').select('id').where('id', 'in', [mine, id]).orderBy('id');
    const seen = seesAll ? query : query.where('id', '=', mine);
    return (await runPrepared(on, 'test_see', seen)).map((row) => row.id);
  };
  await db.connection().execute(async (connection) => {
    expect(await ask(connection, other, true)).toEqual([mine, other]);
    expect(await ask(connection, other, false)).toEqual([mine]);
    expect(await ask(connection, mine, true)).toEqual([mine]);
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pg_prepared_statements WHERE name LIKE 'test_see%' ORDER BY name`.execute(connection);
    expect(rows).toEqual([{ name: 'test_see_1' }, { name: 'test_see_2' }]);
  });
});

async function organisation(): Promise<number> {
  return (await makeOrganisation(platform)).id;
}
