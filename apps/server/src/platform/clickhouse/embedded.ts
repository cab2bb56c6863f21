import { mkdir, open, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createClient } from '@clickhouse/client';
import { clientSamplesDb } from './client-samples-db.ts';
import { encodeNative, structureOf, type NativeBlock } from './native-block.ts';
import type { SamplesDb } from './samples-db.ts';

const DATABASE = 'sunfleet';

/**
 * ClickHouse inside this process (chdb). Inserts go through a spool file in Native format: the only binary way in that the
 * binding offers, and faster than text by far.
 */
export async function openEmbeddedSamplesDb(directory: string): Promise<SamplesDb> {
  const data = path.join(directory, 'engine');
  const spool = path.join(directory, 'spool');
  await rm(spool, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  await mkdir(spool, { recursive: true });
  // chdb is CommonJS whose ESM entry loads nothing but the query functions.
  const { createChdbConnection } = createRequire(import.meta.url)(
    'chdb/connection',
  ) as typeof import('chdb/connection');
  const connection = createChdbConnection({ path: data });
  const client = createClient({ connection } as unknown as Parameters<typeof createClient>[0]);
  await client.command({ query: 'SET output_format_json_quote_64bit_integers = 0' });
  // A back-filled history spans more months (partitions) than the default allows in one insert.
  await client.command({ query: 'SET max_partitions_per_insert_block = 0' });
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${DATABASE}` });
  await client.command({ query: `USE ${DATABASE}` });
  let sequence = 0;
  return clientSamplesDb({
    kind: 'embedded',
    client,
    async insertNative(table, block) {
      const file = path.join(spool, `${(sequence += 1)}.native`);
      await writeChunks(file, block);
      try {
        await connection.chdb.queryAsync(
          `INSERT INTO ${table} SELECT * FROM file('${file}', 'Native', '${structureOf(block).replaceAll("'", "''")}')`,
        );
      } finally {
        await rm(file, { force: true });
      }
    },
    close: () => client.close(),
  });
}

async function writeChunks(file: string, block: NativeBlock): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writev(encodeNative(block));
  } finally {
    await handle.close();
  }
}
