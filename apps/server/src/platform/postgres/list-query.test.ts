import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { anyOf, contains, limitTo, onPage, toPage } from './list-query.ts';

const platform = await testPlatform();
const { db } = platform;
afterAll(() => platform.stop());

const NAMES = ['Solar_1', 'solar 2', '100 % Sun', 'ÄRGER', String.raw`back\slash`];
const insert = async () => {
  await db.deleteFrom('themes').execute();
  await db
    .insertInto('themes')
    .values(NAMES.map((url) => ({ url, themeColor: '#000000', iconUrl: null })))
    .execute();
};

test.each([
  ['SOLAR', ['Solar_1', 'solar 2']],
  ['r_1', ['Solar_1']],
  ['%', ['100 % Sun']],
  ['är', ['ÄRGER']],
  ['k\\s', [String.raw`back\slash`]],
])('a search for %s takes it literally, whatever the case', async (text, found) => {
  await insert();
  const rows = await db.selectFrom('themes').select('url').where(contains('url', text)).execute();
  expect(rows.map(({ url }) => url).toSorted()).toEqual(found.toSorted());
});

test('one of no values is none', async () => {
  await insert();
  expect(await db.selectFrom('themes').select('url').where(anyOf('url', [])).execute()).toEqual([]);
  const one = await db
    .selectFrom('themes')
    .select('url')
    .where(anyOf('url', ['ÄRGER', 'none']))
    .execute();
  expect(one).toEqual([{ url: 'ÄRGER' }]);
});

test('pages of both kinds of queries are the same, and the last one is short', async () => {
  await insert();
  const sorted = NAMES.toSorted();
  for (const [page, part] of [sorted.slice(0, 2), sorted.slice(2, 4), sorted.slice(4), []].entries()) {
    const paging = { page: page + 1, pageSize: 2 };
    const built = await db
      .selectFrom('themes')
      .select('url')
      .orderBy(sql`url COLLATE "C"`)
      .$call(onPage(paging))
      .execute();
    const { rows } = await sql<{ url: string }>`
      SELECT url FROM themes ORDER BY url COLLATE "C" ${limitTo(paging)}`.execute(db);
    expect(built.map(({ url }) => url)).toEqual(part);
    expect(toPage(paging, 5, rows)).toEqual({ ...paging, total: 5, rows: built });
  }
});
