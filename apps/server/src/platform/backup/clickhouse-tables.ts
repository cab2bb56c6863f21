import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SamplesDb } from '../clickhouse/samples-db.ts';
import { sqlText } from '../clickhouse/sql-text.ts';
import type { RowCounts } from './postgres-rows.ts';

/**
 * Tables are copied one after the other while rows arrive. Their order makes sure that the first start after a restore can compute
 * everything that is missing: first the positions, which say how far the others are, then what is computed from samples, then the
 * samples, then the marks that are written before late samples. That start computes again what is newer than the positions.
 */
const FIRST = ['roll_up_progress', 'latest'];
const LAST = ['samples', 'late_marks'];

export async function backUpTables(
  db: SamplesDb,
  folder: string,
  tell: (table: string) => void,
): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const table of inOrder(await tablesOf(db))) {
    tell(table);
    const place = path.join(folder, table);
    // Equal files are not joined, so that every part is whole and says how many rows it has.
    await db.command(`BACKUP TABLE ${table} TO ${fileAt(place)} SETTINGS deduplicate_files = 0`);
    counts[table] = await rowsIn(place);
  }
  return counts;
}

/** Makes the tables and fills them; answers how many rows the parts of each have, as a backup counts them: with those that are deleted and lie in a part until its next merge. */
export async function restoreTables(
  db: SamplesDb,
  folder: string,
  tell: (table: string) => void,
): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const table of (await readdir(folder)).toSorted()) {
    tell(table);
    const restore = `RESTORE TABLE ${table} FROM ${fileAt(path.join(folder, table))}`;
    await db.command(`${restore} SETTINGS structure_only = 1`);
    // Rows are counted before merges join those that were sent twice. Only tables that are there can be told so.
    await db.command(`SYSTEM STOP MERGES ${table}`);
    await db.command(restore);
    const [row] = await db.query<{ n: number }>(
      'SELECT sum(rows) AS n FROM system.parts WHERE database = currentDatabase() AND table = {table:String} AND active',
      { table },
    );
    counts[table] = row?.n ?? 0;
  }
  await db.keepDefinitions();
  return counts;
}

async function tablesOf(db: SamplesDb): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
  );
  return rows.map(({ name }) => name);
}

function inOrder(tables: readonly string[]): string[] {
  const between = tables.filter((table) => !FIRST.includes(table) && !LAST.includes(table));
  const present = (names: readonly string[]) => names.filter((name) => tables.includes(name));
  return [...present(FIRST), ...between, ...present(LAST)];
}

/** Rows of the parts in a backup; each part says how many it has. */
async function rowsIn(place: string): Promise<number> {
  const files = await readdir(place, { recursive: true });
  const found = files.filter((file) => path.basename(file) === 'count.txt');
  const rows = await Promise.all(found.map((file) => readFile(path.join(place, file), 'utf8')));
  return rows.reduce((sum, text) => sum + Number(text), 0);
}

const fileAt = (place: string) => `File(${sqlText(place)})`;
