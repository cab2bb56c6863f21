import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createClient } from '@clickhouse/client';
import { readDiskRoom } from '../files/leave-room.ts';
import { syncPath } from '../sync-files.ts';
import { brokenParts, createPartMender } from './broken-parts.ts';
import { clientSamplesDb } from './client-samples-db.ts';
import { keepDefinitions, mendDefinitions } from './definitions.ts';
import { openEngineConnections } from './engine-connections.ts';
import { engineConfig } from './engine-config.ts';
import { encodeNative, structureOf } from './native-block.ts';
import type { SamplesDb } from './samples-db.ts';
import { createSpoolFiles } from './spool-files.ts';
import { sqlText } from './sql-text.ts';
import { writeChunks } from './write-chunks.ts';

const DATABASE = 'sunfleet';

/** What each connection is told first. */
const PREPARE = [
  'SET output_format_json_quote_64bit_integers = 0',
  // A back-filled history spans more months (partitions) than the default allows in one insert.
  'SET max_partitions_per_insert_block = 0',
  // The values of a statement stand in it, as the ids of all stations.
  `SET max_query_size = ${1024 ** 3}`,
  `CREATE DATABASE IF NOT EXISTS ${DATABASE}`,
  `USE ${DATABASE}`,
];

export interface EmbeddedOptions {
  /** Answer an insert only when the disk has it. */
  fsync?: boolean;
  /** Delete and merge at once, at the price of more work while nothing happens: for tests, which delete far more often than a server. */
  eager?: boolean;
  /** All statements on one connection, so that what is said of it holds for the next ones: for tests that go from one database to another. */
  single?: boolean;
  /** Hears of what was spoiled and is set aside or put back. */
  tell?: (what: object, message: string) => void;
}

/**
 * ClickHouse inside this process (chdb). Inserts go through a spool file in Native format: the only binary way in that the
 * binding offers, and faster than text by far. One thread reads it: handing blocks to a second one costs more than it saves.
 */
export async function openEmbeddedSamplesDb(
  directory: string,
  { fsync = false, eager = false, single = false, tell = () => {} }: EmbeddedOptions = {},
): Promise<SamplesDb> {
  const data = path.join(directory, 'engine');
  const spool = path.join(directory, 'spool');
  const definitions = { engine: data, copy: path.join(directory, 'definitions') };
  await rm(spool, { recursive: true, force: true });
  const { restored, setAside } = await mendDefinitions(definitions);
  if (restored.length > 0)
    tell({ files: restored }, 'spoiled definitions of ClickHouse tables were put back');
  if (setAside) tell({ directory: setAside }, 'a ClickHouse that was never finished was set aside');
  await mkdir(data, { recursive: true });
  await mkdir(spool, { recursive: true });
  const { allBytes: diskBytes } = await readDiskRoom(data);
  const { connections, session } = await connect({
    directory,
    data,
    text: engineConfig({ fsync, eager, diskBytes }),
    single,
  });
  const clientOf = (connection: (typeof connections)['connection']) =>
    createClient({ connection } as unknown as Parameters<typeof createClient>[0]);
  const client = clientOf(connections.connection);
  const run = async <Row>(sql: string) => {
    const result = await client.query({ query: sql, format: 'JSONEachRow' });
    return result.json<Row>();
  };
  const mender = createPartMender(run, (part) => tell(part, 'a broken part of ClickHouse was set aside'));
  const directories = new Map<string, Promise<string>>();
  const directoryOf = (table: string) => {
    const known = directories.get(table) ?? dataDirectory(run, table);
    directories.set(table, known);
    known.catch(() => directories.delete(table));
    return known;
  };
  const files = createSpoolFiles(spool);
  const db = clientSamplesDb({
    kind: 'embedded',
    client,
    looks: clientOf(connections.looks),
    async insertNative(table, block) {
      const chunks = encodeNative(block);
      const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
      await files.lend(bytes, async (file) => {
        await writeChunks(file, chunks);
        await connections.insert(
          `INSERT INTO ${table} SELECT * FROM file(${sqlText(file)}, 'Native', ${sqlText(structureOf(block))}) SETTINGS max_threads = 1`,
        );
      });
    },
    // The engine syncs a part and its directory; the part's name stands in the directory of the table.
    inserted: async (table) => (fsync ? syncPath(await directoryOf(table)) : undefined),
    keepDefinitions: () => keepDefinitions(definitions),
    mend: (error) => mender.setAside(error),
    async close() {
      await client.close();
      session.close();
    },
  });
  for (const part of await brokenParts(db)) tell(part, 'a broken part of ClickHouse is set aside');
  return db;
}

/** The session comes first: it alone can give arguments to the engine, which the connection then shares. */
async function connect({
  directory,
  data,
  text,
  single,
}: {
  directory: string;
  data: string;
  text: string;
  single: boolean;
}) {
  const config = path.join(directory, 'engine.xml');
  // Written only when it changes: a start must not need room on a full disk.
  if ((await readFile(config, 'utf8').catch(() => '')) !== text) await writeFile(config, text);
  // chdb is CommonJS whose ESM entry loads nothing but the query functions.
  const require = createRequire(import.meta.url);
  const { Session } = require('chdb') as typeof import('chdb');
  const { createChdbConnection } = require('chdb/connection') as typeof import('chdb/connection');
  const session = new Session(data, { connectionArgs: [`--config-file=${config}`] });
  const open = async () => {
    const one = createChdbConnection({ path: data });
    for (const query of PREPARE) await one.command({ query });
    return one;
  };
  const connections = await openEngineConnections(open, single);
  return { session, connections };
}

async function dataDirectory(run: <Row>(sql: string) => Promise<Row[]>, table: string): Promise<string> {
  const [row] = await run<{ path: string }>(
    `SELECT data_paths[1] AS path FROM system.tables WHERE database = '${DATABASE}' AND name = '${table}'`,
  );
  if (!row) throw new Error(`There is no table ${table}.`);
  return row.path;
}
