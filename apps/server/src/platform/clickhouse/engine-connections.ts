import type { createClient } from '@clickhouse/client';
import type { ChdbConnection } from 'chdb/connection';
import { bindValues } from './bind-values.ts';

/** Reads at a time: fewer, and pages that read for seconds keep others waiting; more take the cores from each other. */
const READS = 4;

type Connection = NonNullable<Parameters<typeof createClient>[0]>;

export interface EngineConnections {
  /** As a client takes it. */
  connection: Connection;
  /** Inserts by a statement without values. */
  insert(sql: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connections to the engine of this process. One does one statement at a time, so several read, one inserts, in order, so that no device waits for what
 * people look at, and one changes tables. Who finds none free waits in line, without a thread. `single`: one does everything.
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
  const close = async () => {
    for (const one of all) await one.close();
  };
  type Params = Parameters<ChdbConnection['query']>[0];
  const bound = <P extends Params>({ query_params, ...params }: P) =>
    ({ ...params, query: query_params ? bindValues(params.query, query_params) : params.query }) as P;
  const connection: Pick<ChdbConnection, 'query' | 'command' | 'insert' | 'ping' | 'close'> = {
    query: (params) => reads.use((one) => one.query(bound(params))),
    command: (params) => changes.use((one) => one.command(bound(params))),
    insert: (params) => writes.use((one) => one.insert(params)),
    ping: (params) => reads.use((one) => one.ping(params)),
    close,
  };
  return {
    connection: connection as unknown as Connection,
    insert: (sql) => writes.use(async (one) => void (await one.chdb.queryAsync(sql))),
    close,
  };
}

/** Who comes first is served first. */
function createLine<Served>(all: readonly Served[]) {
  const free = [...all];
  const waiting: ((one: Served) => void)[] = [];
  return {
    async use<T>(work: (one: Served) => Promise<T>): Promise<T> {
      const one = free.pop() ?? (await new Promise<Served>((resolve) => waiting.push(resolve)));
      try {
        return await work(one);
      } finally {
        const next = waiting.shift();
        if (next) next(one);
        else free.push(one);
      }
    },
  };
}
