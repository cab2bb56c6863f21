import type { Socket } from 'node:net';
import pg from 'pg';
import { statementNames } from './prepare.ts';
import { asStoreTrouble } from './store-trouble.ts';

const READ_ONLY = '25006';

/** A connection that outlives its own errors, knows how long it has been waiting, and names prepared statements. */
export class NamingClient extends pg.Client {
  /** When the oldest of the queries was sent that are not answered yet. */
  busySince: number | undefined;

  /** Number of the process that serves it, once it told. A pooler between tells another one where a connection begins. */
  process: number | undefined;

  /** The server that this connection is made to. */
  readonly address: string;

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    super(config);
    this.address = config.connectionString;
    // Queries under way reject with the error; without a listener here it would end the process as well.
    this.on('error', () => undefined);
    this.on('drain', () => (this.busySince = undefined));
  }

  /** Sends prepared statements under their names, under which the server keeps their plans. */
  override query(...args: unknown[]): never {
    this.busySince ??= Date.now();
    const [text, values, ...rest] = args;
    const name = typeof text === 'string' ? statementNames.get(text) : undefined;
    const query = super.query.bind(this) as (...all: unknown[]) => unknown;
    const result = name === undefined ? query(...args) : query({ name, text, values }, ...rest);
    return (
      result instanceof Promise ? result.catch((error: unknown) => this.#rethrow(error)) : result
    ) as never;
  }

  async learnProcess(): Promise<void> {
    const { rows } = await (this.query('SELECT pg_backend_pid() AS pid') as Promise<
      pg.QueryResult<{ pid: number }>
    >);
    this.process = rows[0]!.pid;
  }

  /** Breaks the connection: everything that waits for an answer on it gets the error. */
  giveUp(error: Error): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  }

  /** A server that takes no writes any more is left: the next connection finds the one that does. */
  #rethrow(error: unknown): never {
    const trouble = asStoreTrouble(error);
    if ((error as { code?: unknown } | undefined)?.code === READ_ONLY) this.giveUp(trouble as Error);
    throw trouble;
  }
}
