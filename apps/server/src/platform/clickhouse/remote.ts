import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createClient } from '@clickhouse/client';
import { onCluster } from './on-cluster.ts';
import { clientSamplesDb } from './client-samples-db.ts';
import { encodeNative } from './native-block.ts';
import type { SamplesDb } from './samples-db.ts';

/** A ClickHouse server or cluster named by URL (`http://user:password@host:8123/database`); the database is made where it is missing. */
export async function openRemoteSamplesDb(
  url: string,
  cluster: string | undefined,
  patienceMs = 30_000,
): Promise<SamplesDb> {
  await ensureDatabase(url, cluster);
  const client = createClient({
    url,
    // A large query may work twice as long as a store without an answer is waited for.
    request_timeout: 2 * patienceMs,
    // A back-filled history spans more months (partitions) than the default allows in one insert.
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      max_partitions_per_insert_block: '0',
    },
    compression: { request: false, response: true },
  });
  return clientSamplesDb({
    kind: 'remote',
    client,
    async insertNative(table, block) {
      const names = block.columns.map((column) => column.name).join(', ');
      const body = Readable.from(encodeNative(block), { objectMode: false });
      const result = await client.exec({
        query: `INSERT INTO ${table} (${names}) FORMAT Native`,
        values: body,
      });
      await finished(result.stream.resume());
    },
    inserted: async () => {},
    keepDefinitions: async () => {},
    mend: async () => false,
    close: () => client.close(),
  });
}

async function ensureDatabase(url: string, cluster: string | undefined): Promise<void> {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  if (name === '') return;
  server.pathname = '/';
  const client = createClient({ url: server });
  const everywhere = onCluster(cluster);
  try {
    await client.command({
      query: `CREATE DATABASE IF NOT EXISTS {name:Identifier} ${everywhere}`,
      query_params: { name },
    });
  } finally {
    await client.close();
  }
}
