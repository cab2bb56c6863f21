import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openEmbeddedSamplesDb } from './embedded.ts';
import { clickhouseMigrations, migrateClickhouse, statementsOf } from './migrate.ts';
import type { SamplesDb } from './samples-db.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations/clickhouse');
const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-widen-'));
const db = await openEmbeddedSamplesDb(root);
afterAll(async () => {
  await db.close();
  await rm(root, { recursive: true, force: true });
});

const tablesNow = async () =>
  (await db.query<{ name: string }>('SELECT name FROM system.tables WHERE database = currentDatabase()')).map(
    ({ name }) => name,
  );

/** A store as the version before left it: three months, sent twice in part. */
beforeEach(async () => {
  for (const table of await tablesNow()) await db.command(`DROP TABLE ${table} SYNC`);
  await db.command(
    'CREATE TABLE schema_migrations (name String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name',
  );
  for (const earlier of (await clickhouseMigrations()).filter((one) => one < '004')) {
    const text = await readFile(path.join(MIGRATIONS, earlier), 'utf8');
    for (const statement of statementsOf(text, undefined)) await db.command(statement);
    await db.insertRows('schema_migrations', [{ name: earlier }]);
  }
  const time = "toDateTime('2026-01-01 00:00:00', 'UTC') + 7776 * number";
  for (const value of [1, 2]) {
    await db.command(
      `INSERT INTO samples SELECT 1 + number % 3, 65000 + number % 5, ${time}, number * ${value} FROM numbers(1000)`,
    );
    await db.command(`INSERT INTO latest SELECT 1 + number, 10000, now(), ${value} FROM numbers(50)`);
    await db.command(
      `INSERT INTO rollup_5m SELECT 1, 65535, ${time}, ${value}, 0, 1, 5, ${value} FROM numbers(1000)`,
    );
  }
  await db.command('DELETE FROM samples WHERE device = 3 AND point = 65000');
});

const content = (store: SamplesDb) =>
  store.query(
    `SELECT (SELECT (count(), sum(value), sum(cityHash64(device, toUInt32(point), time, value))) FROM samples FINAL) AS samples,
       (SELECT (count(), sum(value)) FROM latest FINAL) AS latest, (SELECT (count(), sum(avg), sum(point)) FROM rollup_5m FINAL) AS means`,
  );

const typeOfPoint = async (table: string) =>
  (
    await db.query<{ type: string }>(
      "SELECT type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} AND name = 'point'",
      { table },
    )
  )[0]?.type;

test('ids of points get 32 bits, and the tables keep their rows, settings and codecs', async () => {
  const before = await content(db);
  const told: object[] = [];
  const from004 = (await clickhouseMigrations()).filter((name) => name >= '004');
  expect(await migrateClickhouse(db, undefined, (what) => told.push(what))).toEqual(from004);
  expect(await content(db)).toEqual(before);
  expect(told).toContainEqual({ table: 'samples', partition: '202602', rows: expect.any(Number) });
  await db.command("INSERT INTO samples VALUES (1, 4294967295, '2026-03-01 00:00:00', 1)");
  expect(await db.query('SELECT point FROM samples WHERE point > 65535')).toEqual([{ point: 4_294_967_295 }]);
  const made = await db.query<{ name: string; query: string }>(
    `SELECT name, create_table_query AS query FROM system.tables
     WHERE database = currentDatabase() AND name IN ('samples', 'latest', 'rollup_5m') ORDER BY name`,
  );
  const [latest = '', means = '', samples = ''] = made.map(({ query }) => query);
  for (const query of [latest, means, samples]) {
    expect(query).toContain('merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0');
    expect(query).not.toContain('fsync');
  }
  expect(samples).toContain('merge_selector_base = 24');
  expect(samples).toContain('`point` UInt32 CODEC(ZSTD(1))');
  expect(samples).toContain('CODEC(Delta(8), ZSTD(1))');
  expect(means).toContain('index_granularity = 1024');
  expect((await tablesNow()).filter((name) => /wide/.test(name))).toEqual([]);
});

/** A store that fails after so many statements that write, as for a process that is killed then. */
function killedAfter(count: number): SamplesDb {
  let left = count;
  const counted =
    <Args extends unknown[]>(work: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      await work(...args);
    };
  return { ...db, command: counted(db.command), insertRows: counted(db.insertRows) };
}

const ENOUGH = 200;

test.each(Array.from({ length: 6 }, (_, nth) => nth))(
  'cut off at any statement it goes on and loses nothing, nor what another server wrote meanwhile (%i of 6)',
  async (nth) => {
    // Each of the six cuts at every sixth statement, so that all of them together cut at each.
    for (let count = nth, done = false; !done && count < ENOUGH; count += 6) {
      done = await migrateClickhouse(killedAfter(count), undefined).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed');
          return false;
        },
      );
      if ((await typeOfPoint('samples')) === 'UInt16') {
        await db.command(
          `INSERT INTO samples VALUES (9, ${count}, '2026-01-02 00:00:00', 5), (9, ${count}, '2026-05-02 00:00:00', 5)`,
        );
      }
    }
    await migrateClickhouse(db, undefined);
    const other = await db.query<{ n: number }>('SELECT count() AS n FROM samples FINAL WHERE device = 9');
    expect(other[0]!.n).toBeGreaterThan(0);
    expect(other[0]!.n % 2).toBe(0);
    await db.command('DELETE FROM samples WHERE device = 9');
    const found = await content(db);
    expect((found[0] as { samples: number[] }).samples[0]).toBe(933);
    expect(await migrateClickhouse(db, undefined)).toEqual([]);
  },
);
