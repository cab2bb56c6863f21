import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { JOBS_SCHEMA } from '../jobs/job-kinds.ts';

/** Rows by table. */
export type RowCounts = Record<string, number>;

/** Tables with their columns as they are written, in the language of `COPY`. */
export type TableColumns = Record<string, string>;

/**
 * The library of jobs looks here which tables it has. They are made by the version that restores, so the number of the version that
 * was backed up must not take its place.
 */
const NOT_RESTORED = `${JOBS_SCHEMA}.version`;

/** Writes every table of the transaction's snapshot to a file of its own. Rows stream: memory does not depend on how many there are. */
export async function dumpTables(
  client: pg.PoolClient,
  folder: string,
): Promise<{ rows: RowCounts; columns: TableColumns }> {
  await mkdir(folder, { recursive: true });
  const counts: RowCounts = {};
  const columns = await columnsOf(client);
  for (const [name, list] of Object.entries(columns)) {
    const rows = client.query(copyTo(`COPY ${quoted(name)} (${list}) TO STDOUT`));
    await pipeline(rows, createZstdCompress(), createWriteStream(fileOf(folder, name), { mode: 0o600 }));
    counts[name] = rows.rowCount ?? 0;
  }
  return { rows: counts, columns };
}

/**
 * Fills the tables of a migrated database. What migrations put into them is replaced; triggers and references are not looked at,
 * because the rows come from a state in which all of them held, the seals of the audit log included.
 */
export async function loadTables(
  client: pg.PoolClient,
  folder: string,
  columns: TableColumns,
): Promise<RowCounts> {
  const counts: RowCounts = {};
  await client.query('BEGIN');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(`TRUNCATE ${Object.keys(columns).map(quoted).join(', ')} CASCADE`);
  for (const [name, list] of Object.entries(columns)) {
    const rows = client.query(copyFrom(`COPY ${quoted(name)} (${list}) FROM STDIN`));
    await pipeline(createReadStream(fileOf(folder, name)), createZstdDecompress(), rows);
    counts[name] = rows.rowCount ?? 0;
  }
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return counts;
}

/** Columns of a backup that this database does not have, as `table.column`. */
export async function unknownColumns(client: pg.PoolClient, columns: TableColumns): Promise<string[]> {
  const known = await columnsOf(client);
  return Object.entries(columns).flatMap(([table, list]) => {
    const there = new Set(known[table]?.split(', '));
    return list.split(', ').flatMap((column) => (there.has(column) ? [] : [`${table}.${column}`]));
  });
}

/** Last number of each sequence that gave one out; not part of any snapshot. */
export async function readSequences(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ schema: string; name: string; last: number }>(
    `SELECT schemaname AS schema, sequencename AS name, last_value AS last FROM pg_sequences
      WHERE last_value IS NOT NULL ORDER BY schemaname, sequencename`,
  );
  return Object.fromEntries(rows.map(({ schema, name, last }) => [nameOf(schema, name), Number(last)]));
}

export async function setSequences(client: pg.PoolClient, sequences: Record<string, number>): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('SELECT setval($1::regclass, $2)', [quoted(name), last]);
  }
}

async function columnsOf(client: pg.PoolClient): Promise<TableColumns> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string }>(
    `SELECT n.nspname AS schema, c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
       FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
      GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
  );
  const all = rows.map(({ schema, name, columns }) => [nameOf(schema, name), columns] as const);
  return Object.fromEntries(all.filter(([name]) => name !== NOT_RESTORED));
}

const nameOf = (schema: string, name: string) => (schema === 'public' ? name : `${schema}.${name}`);
const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');
const fileOf = (folder: string, table: string) => path.join(folder, `${table}.copy.zst`);
