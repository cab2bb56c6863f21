import type { Socket } from 'node:net';
import pg from 'pg';
import { statementNames } from './prepare.ts';
import { asStoreTrouble } from './store-trouble.ts';

/** A connection that outlives its own errors, knows how long it has been waiting, and names prepared statements. */
export class NamingClient extends pg.Client {
  /** When the oldest of the queries was sent that are not answered yet. */
  busySince: number | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
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
    return (result instanceof Promise ? result.catch(rethrow) : result) as never;
  }

  /** Breaks the connection: everything that waits for an answer on it gets the error. */
  giveUp(error: Error): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  }
}

function rethrow(error: unknown): never {
  throw asStoreTrouble(error);
}
