import type { createClient } from '@clickhouse/client';
import type { ChdbConnection } from 'chdb/connection';
import { AppError } from '../errors.ts';
import { createTurns } from '../turns.ts';
import { bindValues } from './bind-values.ts';

/** Reads at a time: fewer, and pages that read for seconds keep others waiting; more take the cores from each other. */
const READS = 4;
/** Turns are given in the order of coming, whoever asks: who comes when is decided above. */
const ANYBODY = '';

type Connection = NonNullable<Parameters<typeof createClient>[0]>;

export interface EngineConnections {
  /** As a client takes it. */
  connection: Connection;
  /** The same, for what is asked about the store itself: whoever looks after the server waits for no page that reads for a minute. */
  looks: Connection;
  /** Inserts by a statement without values. */
  insert(sql: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections to the engine of this process. One does one statement at a time, so several read, one inserts, in order, so that no device waits for what
 * people look at, one changes tables, and one tells of the store itself. Who finds none free waits in line, without a thread. `single`: one does everything.
 */
export async function openEngineConnections(
  open: () => Promise<ChdbConnection>,
  single: boolean,
): Promise<EngineConnections> {
  const all: ChdbConnection[] = [];
  const line = async (count: number) => {
    const served: ChdbConnection[] = [];
    for (let one = 0; one < count; one += 1) served.push(await open());
    all.push(...served);
    return createLine(served);
  };
  const reads = await line(single ? 1 : READS);
  const writes = single ? reads : await line(1);
  const changes = single ? reads : await line(1);
  const looks = single ? reads : await line(1);
  const close = async () => {
    for (const one of all) await one.close();
  };
  type Params = Parameters<ChdbConnection['query']>[0];
  const bound = <P extends Params>({ query_params, ...params }: P) =>
    ({ ...params, query: query_params ? bindValues(params.query, query_params) : params.query }) as P;
  const readingBy = (line: ReturnType<typeof createLine>) => {
    const connection: Pick<ChdbConnection, 'query' | 'command' | 'insert' | 'ping' | 'close'> = {
      query: (params) => line.use((one) => one.query(bound(params))),
      command: (params) => changes.use((one) => one.command(bound(params))),
      insert: (params) => writes.use((one) => one.insert(params)),
      ping: (params) => line.use((one) => one.ping(params)),
      close,
    };
    return connection as unknown as Connection;
  };
  return {
    connection: readingBy(reads),
    looks: readingBy(looks),
    insert: (sql) => writes.use(async (one) => void (await one.chdb.queryAsync(sql))),
    close,
  };
}

/** Who comes first is served first. A connection on which a statement failed is emptied before it does another one. */
function createLine(all: readonly ChdbConnection[]) {
  const turns = createTurns({ atOnce: all.length });
  const free = [...all];
  const failed = new Set<ChdbConnection>();
  return {
    use: <T>(work: (one: ChdbConnection) => Promise<T>): Promise<T> =>
      turns.take(ANYBODY, async () => {
        // There are as many turns as connections.
        const one = free.pop()!;
        try {
          if (failed.has(one)) await empty(one);
          failed.delete(one);
          const done = await work(one);
          free.push(one);
          return done;
        } catch (error) {
          failed.add(one);
          // Behind those that are well: where it cannot be emptied, most statements go on.
          free.unshift(one);
          throw error;
        }
      }),
  };
}

/** How many answers may be left. */
const MOST_LEFT = 3;
/** The answer alone, with its end of line. */
const EMPTY_BYTES = 6;

/**
 * Takes out what a statement left that failed amid its answer: the engine begins the next answer of the connection with the rows that it had of that one,
 * which belong to somebody else. Throws where that cannot be done.
 */
async function empty(one: ChdbConnection): Promise<void> {
  for (let left = MOST_LEFT; left >= 0; left -= 1) {
    const answer = await one.chdb.queryAsync("SELECT 'empty'", { format: 'TSV' });
    // What is left may be more than a text can be.
    if (answer.bytes().byteLength === EMPTY_BYTES) return;
  }
  throw new AppError('storeUnavailable', { store: 'ClickHouse', reason: 'what a statement left' });
}
