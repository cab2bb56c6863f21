import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type ClickHouseSettings, createClient } from '@clickhouse/client';
import { AppError } from '../errors.ts';
import { clusterSettings, onceSettings, type InsertQuorum } from './cluster-settings.ts';
import { clientSamplesDb } from './client-samples-db.ts';
import { encodeNative } from './native-block.ts';
import { onCluster } from './on-cluster.ts';
import type { SamplesDb } from './samples-db.ts';

export interface RemoteOptions {
  cluster?: string | undefined;
  /** Only in a cluster. */
  insertQuorum?: InsertQuorum;
  patienceMs?: number;
}

/** A profile that has progress told in headers has them sent, with status 200, before it is known whether a change failed. */
const ANSWERED_AT_THE_END: ClickHouseSettings = { wait_end_of_query: 1, send_progress_in_http_headers: 0 };

/** A ClickHouse server or cluster named by URL (`http://user:password@host:8123/database`); the database is made where it is missing. */
export async function openRemoteSamplesDb(
  url: string,
  { cluster, insertQuorum = 0, patienceMs = 30_000 }: RemoteOptions = {},
): Promise<SamplesDb> {
  await ensureDatabase(url, cluster);
  // A large query may work twice as long as a store without an answer is waited for.
  const longestMs = 2 * patienceMs;
  const open = (settings: ClickHouseSettings = {}) =>
    createClient({
      url,
      request_timeout: longestMs,
      // A back-filled history spans more months (partitions) than the default allows in one insert.
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 0,
        max_partitions_per_insert_block: '0',
        ...(cluster ? clusterSettings(insertQuorum, longestMs) : {}),
        ...settings,
      },
      compression: { request: false, response: true },
    });
  // The server would go on with a read that nobody waits for any more, and those of people would pile up there.
  const reading = { max_execution_time: Math.ceil(longestMs / 1000) };
  // A client has ten connections: with one for all, what people read for a minute would keep devices and whoever looks after the server waiting.
  const [reads, looks, writes, changes] = [
    open(reading),
    open(reading),
    open(ANSWERED_AT_THE_END),
    open(ANSWERED_AT_THE_END),
  ];
  return clientSamplesDb({
    kind: 'remote',
    client: reads,
    looks,
    writes,
    changes,
    async insertNative(table, block, token) {
      const names = block.columns.map((column) => column.name).join(', ');
      const body = Readable.from(encodeNative(block), { objectMode: false });
      const result = await writes.exec({
        query: `INSERT INTO ${table} (${names}) FORMAT Native`,
        values: body,
        ...(cluster && token ? { clickhouse_settings: onceSettings(token) } : {}),
      });
      requireSilence(await text(result.stream));
    },
    inserted: async () => {},
    keepDefinitions: async () => {},
    mend: async () => false,
    async close() {
      for (const client of [reads, looks, writes, changes]) await client.close();
    },
  });
}

/** Nothing is said of rows that were stored. Throws AppError `storeUnavailable` with what was said, as of a failure after the head of the answer had left. */
function requireSilence(said: string): void {
  if (said.trim() === '') return;
  throw new AppError('storeUnavailable', { store: 'ClickHouse', reason: said.trim().slice(0, MOST_TOLD) });
}

const MOST_TOLD = 300;

async function ensureDatabase(url: string, cluster: string | undefined): Promise<void> {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  if (name === '') return;
  server.pathname = '/';
  const client = createClient({ url: server });
  try {
    await client.command({
      query: `CREATE DATABASE IF NOT EXISTS {name:Identifier} ${onCluster(cluster)}`,
      query_params: { name },
    });
  } finally {
    await client.close();
  }
}
