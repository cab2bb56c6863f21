import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { statementNames } from './prepare.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

const INT8 = 20;
const DATE = 1082;

/** bigint as number (ids stay far below 2^53), date as `YYYY-MM-DD` text: a calendar day has no zone. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Sends prepared statements under their names, under which the server keeps their plans. */
class NamingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const name = typeof text === 'string' ? statementNames.get(text) : undefined;
    const query = super.query.bind(this) as (...all: unknown[]) => never;
    return name === undefined ? query(...args) : query({ name, text, values }, ...rest);
  }
}

/** A pool on one database. Errors of idle connections go to `onError` instead of ending the process. */
export function openPool(url: string, onError: (error: Error) => void, max = 10): pg.Pool {
  const pool = new pg.Pool({
    Client: NamingClient,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
  });
  pool.on('error', onError);
  return pool;
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
