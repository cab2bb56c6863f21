import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createClient } from '@clickhouse/client';
import { clientSamplesDb } from './client-samples-db.ts';
import { encodeNative } from './native-block.ts';
import type { SamplesDb } from './samples-db.ts';

/** A ClickHouse server or cluster named by URL (`http://user:password@host:8123/database`). */
export function openRemoteSamplesDb(url: string): SamplesDb {
  const client = createClient({
    url,
    request_timeout: 60_000,
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
    close: () => client.close(),
  });
}
