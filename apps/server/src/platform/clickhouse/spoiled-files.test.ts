import { cp, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenParts } from './broken-parts.ts';
import { openEmbeddedSamplesDb } from './embedded.ts';
import { migrateClickhouse } from './migrate.ts';
import type { SamplesDb } from './samples-db.ts';

const root = await mkdtemp(path.join(tmpdir(), 'sunfleet-spoiled-'));
const sound = path.join(root, 'sound');
const MONTHS = 8;
const ROWS = 2000;
/** Directory of the parts of table `samples`, relative to a data directory, and the parts by their month. */
let table = '';
let parts: string[] = [];
let copies = 0;

beforeAll(async () => {
  const db = await openEmbeddedSamplesDb(sound);
  await migrateClickhouse(db, undefined);
  for (let month = 1; month <= MONTHS; month += 1) {
    await db.command(
      `INSERT INTO samples SELECT 1, number % 3, toDateTime64('2026-0${month}-02 00:00:00', 3, 'UTC') + number, rand() FROM numbers(${ROWS})`,
    );
  }
  const rows = await db.query<{ name: string; path: string }>(
    "SELECT name, path FROM system.parts WHERE active AND table = 'samples' ORDER BY name",
  );
  await db.close();
  table = path.relative(sound, path.dirname(rows[0]!.path));
  parts = rows.map(({ name }) => name);
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Told {
  what: object;
  message: string;
}

/** Opens a copy of the sound directory after something was done to its files. */
async function opened(spoil: (directory: string) => Promise<void>): Promise<{ db: SamplesDb; told: Told[] }> {
  const directory = path.join(root, `copy ${(copies += 1)}`);
  await cp(sound, directory, { recursive: true, verbatimSymlinks: true });
  await spoil(directory);
  const told: Told[] = [];
  const db = await openEmbeddedSamplesDb(directory, {
    tell: (what, message) => told.push({ what, message }),
  });
  await migrateClickhouse(db, undefined);
  return { db, told };
}

const rowsOf = async (db: SamplesDb) =>
  (await db.query<{ n: number; sum: number }>('SELECT count() AS n, sum(value) AS sum FROM samples'))[0]!;

test('parts that a cut left short, empty or without their lists are set aside; the rest is served', async () => {
  const { db, told } = await opened(async (directory) => {
    const file = (month: number, name: string) => path.join(directory, table, parts[month]!, name);
    await truncate(file(0, 'data.bin'), 0);
    await truncate(file(1, 'data.bin'), 100);
    await writeFile(file(2, 'checksums.txt'), '');
    await writeFile(file(3, 'columns.txt'), '');
    await rm(file(4, 'count.txt'));
    const folder = path.join(directory, table, parts[5]!);
    for (const name of await readdir(folder)) await truncate(path.join(folder, name), 0);
  });
  expect(await rowsOf(db)).toMatchObject({ n: 2 * ROWS });
  const broken = await brokenParts(db);
  expect(broken.map(({ table: of }) => of)).toEqual(Array.from({ length: 6 }, () => 'samples'));
  expect(told.map(({ message }) => message)).toEqual(
    Array.from({ length: 6 }, () => 'a broken part of ClickHouse is set aside'),
  );
  await db.close();
});

test('a block of zeros is found by the first query that meets it, which is answered without that part', async () => {
  const { db, told } = await opened(async (directory) => {
    const handle = await open(path.join(directory, table, parts[6]!, 'data.bin'), 'r+');
    await handle.write(Buffer.alloc(3000), 0, 3000, 2000);
    await handle.close();
  });
  expect(await brokenParts(db)).toEqual([]);
  const asked = await Promise.all([rowsOf(db), rowsOf(db), rowsOf(db)]);
  for (const rows of asked) expect(rows.n).toBe((MONTHS - 1) * ROWS);
  expect(told.map(({ message }) => message)).toEqual(['a broken part of ClickHouse was set aside']);
  expect(await brokenParts(db)).toMatchObject([{ table: 'samples', name: parts[6] }]);
  await db.close();
});

test('definitions that are empty or gone are put back, and nothing is missing', async () => {
  const { db, told } = await opened(async (directory) => {
    const engine = path.join(directory, 'engine');
    const all = (await readdir(engine, { recursive: true })).filter((name) => name.endsWith('.sql'));
    for (const name of all) await truncate(path.join(engine, name), 0);
    await rm(
      path.join(
        engine,
        all.find((name) => name.endsWith('energy.sql'))!,
      ),
    );
    await truncate(path.join(directory, table, 'format_version.txt'), 0);
  });
  expect((await rowsOf(db)).n).toBe(MONTHS * ROWS);
  expect(await db.query('SELECT count() AS n FROM energy')).toEqual([{ n: 0 }]);
  expect(told.map(({ message }) => message)).toEqual([
    'spoiled definitions of ClickHouse tables were put back',
  ]);
  await db.close();
});

test('an engine that was cut off while it was made is set aside', async () => {
  const directory = path.join(root, 'unfinished');
  await mkdir(path.join(directory, 'engine', 'metadata'), { recursive: true });
  await writeFile(path.join(directory, 'engine', 'metadata', 'sunfleet.sql'), '');
  const told: Told[] = [];
  const db = await openEmbeddedSamplesDb(directory, {
    tell: (what, message) => told.push({ what, message }),
  });
  await migrateClickhouse(db, undefined);
  expect((await rowsOf(db)).n).toBe(0);
  expect(told).toMatchObject([{ message: 'a ClickHouse that was never finished was set aside' }]);
  await db.close();
  expect((await readdir(directory)).some((name) => name.startsWith('engine.unfinished-'))).toBe(true);
});

test('migrations that were cut off between two tables go on', async () => {
  const directory = path.join(root, 'half');
  const first = await openEmbeddedSamplesDb(directory);
  await migrateClickhouse(first, undefined);
  await first.command('TRUNCATE TABLE schema_migrations');
  await first.command('DROP TABLE raw_frames SYNC');
  await migrateClickhouse(first, undefined);
  expect(await first.query('SELECT count() AS n FROM raw_frames')).toEqual([{ n: 0 }]);
  await first.close();
});

test('with syncing on, the engine syncs parts before it answers', async () => {
  const directory = path.join(root, 'synced');
  const db = await openEmbeddedSamplesDb(directory, { fsync: true });
  await migrateClickhouse(db, undefined);
  await db.insertRows('raw_frames', [{ sn: 'A', time: 0, gateway: 'v5', frame: '00' }]);
  const settings = await db.query<{ name: string; value: string }>(
    "SELECT name, value FROM system.merge_tree_settings WHERE name IN ('fsync_after_insert', 'fsync_part_directory') ORDER BY name",
  );
  expect(settings).toEqual([
    { name: 'fsync_after_insert', value: '1' },
    { name: 'fsync_part_directory', value: '1' },
  ]);
  await db.close();
  expect(await readFile(path.join(directory, 'engine.xml'), 'utf8')).toContain('fsync_after_insert');
});
