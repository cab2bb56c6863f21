import type { ClickHouseClient } from '@clickhouse/client';
import { AppError, messageOf } from '../errors.ts';
import type { NativeBlock } from './native-block.ts';
import type { Columns, QueryParams, SamplesDb } from './samples-db.ts';

interface Parts {
  kind: SamplesDb['kind'];
  client: ClickHouseClient;
  insertNative(table: string, block: NativeBlock): Promise<void>;
  close(): Promise<void>;
}

/** The part of `SamplesDb` that is the same for the embedded engine and a server: everything that goes through the client. */
export function clientSamplesDb(parts: Parts): SamplesDb {
  const { client } = parts;
  return {
    kind: parts.kind,
    async query<Row>(sql: string, params?: QueryParams) {
      const result = await reach(
        client.query({ query: sql, query_params: { ...params }, format: 'JSONEachRow' }),
      );
      return result.json<Row>();
    },
    async columns(sql, params) {
      const result = await reach(
        client.query({ query: sql, query_params: { ...params }, format: 'JSONColumnsWithMetadata' }),
      );
      return allColumns((await result.json()) as unknown as ColumnsAnswer);
    },
    async command(sql, params) {
      await reach(client.command({ query: sql, query_params: { ...params } }));
    },
    insertNative: (table, block) => reach(parts.insertNative(table, block)),
    async insertRows(table, rows) {
      if (rows.length > 0) await reach(client.insert({ table, values: [...rows], format: 'JSONEachRow' }));
    },
    async ping() {
      const answer = await client.ping();
      if (!answer.success) throw answer.error;
    },
    close: parts.close,
  };
}

interface ColumnsAnswer {
  meta: readonly { name: string }[];
  data: Columns;
}

/** The engine leaves columns out of an answer without rows; a reader finds them empty. */
function allColumns({ meta, data }: ColumnsAnswer): Columns {
  return Object.fromEntries(meta.map(({ name }) => [name, data[name] ?? []]));
}

const NETWORK = /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|socket hang up|Timeout error/i;
const ENGINE_FULL = /No space left|NOT_ENOUGH_SPACE|MEMORY_LIMIT|TOO_MANY_PARTS|CANNOT_WRITE|ENOSPC/;

async function reach<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const text = messageOf(error);
    if (NETWORK.test(text) || ENGINE_FULL.test(text))
      throw new AppError('storeUnavailable', { store: 'ClickHouse', reason: text });
    throw error;
  }
}
