import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PatientPool } from './patient-pool.ts';
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

/** Milliseconds that callers wait for PostgreSQL before they get `storeUnavailable`. */
const PATIENCE_MS = 30_000;

/** A pool on one database. Errors of idle connections go to `onError` instead of ending the process. */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  max = 10,
  patienceMs = PATIENCE_MS,
): pg.Pool {
  const pool = new PatientPool({ connectionString: url, max, types }, patienceMs);
  pool.on('error', onError);
  return pool;
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
