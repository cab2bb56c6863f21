import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEmbeddedSamplesDb } from './embedded.ts';
import { clickhouseMigrations, migrateClickhouse, statementsOf } from './migrate.ts';
import type { SamplesDb } from './samples-db.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../../../migrations/clickhouse');
const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-migrate-'));
const db = await openEmbeddedSamplesDb(root);
afterAll(async () => {
  await db.close();
  await rm(root, { recursive: true, force: true });
});

/** Applies all migrations before the named one, as an older version did. */
async function migrateUpTo(name: string): Promise<void> {
  await db.command(
    'CREATE TABLE schema_migrations (name String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name',
  );
  for (const earlier of (await clickhouseMigrations()).filter((one) => one < name)) {
    const text = await readFile(path.join(MIGRATIONS, earlier), 'utf8');
    for (const statement of statementsOf(text, undefined)) await db.command(statement);
    await db.insertRows('schema_migrations', [{ name: earlier }]);
  }
}

const contentOf = (samples: SamplesDb) =>
  samples.query(
    `SELECT (SELECT (count(), sum(kwh)) FROM energy FINAL) AS energies, (SELECT (count(), sum(avg)) FROM rollup_5m FINAL) AS means`,
  );

test('tables get smaller granules and keep their rows, also when the migration is cut off at its end and runs again', async () => {
  await migrateUpTo('003');
  for (const version of [1, 2]) {
    await db.command(
      `INSERT INTO energy SELECT 'device', '5m', number % 7, 'pv', toDateTime('2026-01-01 00:00:00', 'UTC') + 300 * number, ${version}, 0, 'meter', 1, ${version} FROM numbers(20000)`,
    );
    await db.command(
      `INSERT INTO rollup_5m SELECT 1, 2, toDateTime('2026-01-01 00:00:00', 'UTC') + 300 * number, ${version}, 0, 1, 5, ${version} FROM numbers(20000)`,
    );
  }
  const before = await contentOf(db);
  expect(before).toEqual([{ energies: [20_000, 40_000], means: [20_000, 40_000] }]);
  expect(await migrateClickhouse(db, undefined)).toContain('003_small_granules.sql');
  expect(await contentOf(db)).toEqual(before);
  await db.command("DELETE FROM schema_migrations WHERE name LIKE '003%'");
  expect(await migrateClickhouse(db, undefined)).toEqual(['003_small_granules.sql']);
  expect(await contentOf(db)).toEqual(before);
  const tables = await db.query<{ name: string; fine: number }>(
    `SELECT name, create_table_query LIKE '%index_granularity = 1024%' AS fine FROM system.tables
     WHERE database = currentDatabase() AND (name LIKE 'energy%' OR name LIKE 'rollup_5m%') ORDER BY name`,
  );
  expect(tables).toEqual([
    { name: 'energy', fine: 1 },
    { name: 'rollup_5m', fine: 1 },
  ]);
});
