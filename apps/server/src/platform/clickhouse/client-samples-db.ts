import type { ClickHouseClient } from '@clickhouse/client';
import { AppError, messageOf } from '../errors.ts';
import { storeFailureOf } from '../store-failure.ts';
import { deleteAside, tableOfDelete } from './delete-aside.ts';
import type { NativeBlock } from './native-block.ts';
import type { Columns, QueryParams, SamplesDb } from './samples-db.ts';

interface Parts {
  kind: SamplesDb['kind'];
  client: ClickHouseClient;
  /** By default `client`: what asks about the store itself, what inserts rows, and what changes tables. */
  looks?: ClickHouseClient;
  writes?: ClickHouseClient;
  changes?: ClickHouseClient;
  insertNative(table: string, block: NativeBlock, token?: string): Promise<void>;
  /** Called after each insert and awaited before it is answered. */
  inserted(table: string): Promise<void>;
  keepDefinitions(): Promise<void>;
  /** Whether what made a statement fail is out of the way now, so that it is worth another try. */
  mend(error: unknown): Promise<boolean>;
  close(): Promise<void>;
}

/** The part of `SamplesDb` that is the same for the embedded engine and a server: everything that goes through the client. */
export function clientSamplesDb(parts: Parts): SamplesDb {
  const { client, looks = client, writes = client, changes = client } = parts;
  const reach = <T>(work: () => Promise<T>) => reached(work, parts.mend);
  return {
    kind: parts.kind,
    async query<Row>(sql: string, params?: QueryParams) {
      const result = await reach(() =>
        client.query({ query: sql, query_params: { ...params }, format: 'JSONEachRow' }),
      );
      return wholeAnswer(await result.text(), rowsOf<Row>);
    },
    async columns(sql, params) {
      const result = await reach(() =>
        client.query({ query: sql, query_params: { ...params }, format: 'JSONColumnsWithMetadata' }),
      );
      return wholeAnswer(await result.text(), allColumns);
    },
    async command(sql, params) {
      const table = parts.kind === 'embedded' ? tableOfDelete(sql) : undefined;
      if (table === undefined)
        await reach(() => changes.command({ query: sql, query_params: { ...params } }));
      else await reach(() => deleteAside(client, { table, sql, params: params ?? {} }));
    },
    async insertNative(table, block, token) {
      await reach(() => parts.insertNative(table, block, token));
      await parts.inserted(table);
    },
    async insertRows(table, rows) {
      if (rows.length === 0) return;
      await reach(() => writes.insert({ table, values: [...rows], format: 'JSONEachRow' }));
      await parts.inserted(table);
    },
    async look<Row>(sql: string) {
      const result = await reach(() => looks.query({ query: sql, format: 'JSONEachRow' }));
      return wholeAnswer(await result.text(), rowsOf<Row>);
    },
    async ping() {
      const answer = await looks.ping();
      if (!answer.success) throw answer.error;
    },
    keepDefinitions: () => parts.keepDefinitions(),
    close: parts.close,
  };
}

interface ColumnsAnswer {
  meta: readonly { name: string }[];
  data: Columns;
}

/** An answer that the store broke off, or did not end, holds its reason behind what was told so far. */
function wholeAnswer<Answer>(text: string, read: (text: string) => Answer): Answer {
  try {
    return read(text);
  } catch {
    throw new AppError('storeUnavailable', { store: 'ClickHouse', reason: text.slice(-LAST_WORDS) });
  }
}

const LAST_WORDS = 300;

/** A row is a line. */
const rowsOf = <Row>(text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

/** The engine leaves columns out of an answer without rows; a reader finds them empty. */
function allColumns(text: string): Columns {
  const { meta, data } = JSON.parse(text) as ColumnsAnswer;
  return Object.fromEntries(meta.map(({ name }) => [name, data[name] ?? []]));
}

const NETWORK = /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|socket hang up|Timeout error/i;
const ENGINE_FULL = /No space left|NOT_ENOUGH_SPACE|MEMORY_LIMIT|TOO_MANY_PARTS|CANNOT_WRITE|ENOSPC/;

/** How many broken parts one statement may meet until it gives up. */
const MOST_MENDS = 100;

async function reached<T>(work: () => Promise<T>, mend: Parts['mend']): Promise<T> {
  for (let mends = 0; ; mends += 1) {
    try {
      return await work();
    } catch (error) {
      if (mends < MOST_MENDS && (await mend(error))) continue;
      const text = messageOf(error);
      if (NETWORK.test(text) || ENGINE_FULL.test(text) || storeFailureOf(error)?.diskFull)
        throw new AppError('storeUnavailable', { store: 'ClickHouse', reason: text });
      throw error;
    }
  }
}
