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
/**
 * Milliseconds that a transaction may rest between two statements. A server that stands still in the middle of one, or whose machine is gone, must not
 * keep what it has locked from all others.
 */
const MOST_IDLE_MS = 15_000;

/** A pool on one database. Errors of idle connections go to `onError` instead of ending the process. */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  max = 10,
  patienceMs = PATIENCE_MS,
): pg.Pool {
  const idle = { idle_in_transaction_session_timeout: MOST_IDLE_MS };
  const pool = new PatientPool({ connectionString: url, max, types, ...idle }, patienceMs);
  pool.on('error', onError);
  return pool;
}

/** One connection that stays open, for what is asked about PostgreSQL itself: it is not down because all others are busy. */
export function openLook(url: string, onError: (error: Error) => void, patienceMs = PATIENCE_MS): pg.Pool {
  const pool = new PatientPool(
    { connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true },
    patienceMs,
  );
  pool.on('error', onError);
  return pool;
}

export function openDb(pool: pg.Pool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
