import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { openEmbeddedSamplesDb } from './clickhouse/embedded.ts';
import { migrateClickhouse } from './clickhouse/migrate.ts';
import { openRemoteSamplesDb } from './clickhouse/remote.ts';
import type { SamplesDb } from './clickhouse/samples-db.ts';
import { AppError, messageOf } from './errors.ts';
import type { Logger } from './log.ts';
import { openDb, openLook, openPool, type Db } from './postgres/client.ts';
import { holdDatabase, type DatabaseHold } from './postgres/hold-database.ts';
import { startEmbeddedPostgres, type LaunchedPostgres } from './postgres/embedded.ts';
import { migratePostgres, withMigrationLock } from './postgres/migrate.ts';

/** Connections of one server, and one that holds the database; PostgreSQL sorts and hashes with a process each. */
const POOL_SIZE = 11;

export interface Stores {
  pool: pg.Pool;
  /** A connection of its own for what is asked about PostgreSQL itself. */
  look: pg.Pool;
  db: Db;
  samples: SamplesDb;
  /** `embedded` or `external`, for the health report. */
  postgres: 'embedded' | 'external';
  /** How often the embedded PostgreSQL ended by itself and was started again. */
  postgresRestarts(): number;
  close(): Promise<void>;
}

export interface StoresOptions {
  /** What ends a server where another one took its database; without it the database is not held, as for a backup of a server that is stopped. */
  lost?: ((error: Error) => void) | undefined;
  /** The embedded PostgreSQL, where the caller has launched it already. */
  launched?: LaunchedPostgres | undefined;
}

/** Opens both stores (embedded unless a URL names one) and brings their schemas up to date. */
export async function openStores(
  config: Config,
  log: Logger,
  { lost, launched }: StoresOptions = {},
): Promise<Stores> {
  const embedded = config.databaseUrl
    ? undefined
    : (launched?.ready ?? startEmbeddedPostgres(path.join(config.dataDir, 'postgres'), log));
  const opening = openSamples(config, log);
  // Both start side by side; a failure of one must not leave the other running unnoticed.
  const [server, samples] = await Promise.allSettled([embedded, opening]);
  if (server.status === 'rejected' || samples.status === 'rejected') {
    if (server.status === 'fulfilled') await server.value?.stop();
    if (samples.status === 'fulfilled') await samples.value.close();
    throw server.status === 'rejected' ? server.reason : (samples as PromiseRejectedResult).reason;
  }
  const url = config.databaseUrl ?? server.value!.url;
  const connectionLost = (error: Error) =>
    log.warn({ reason: messageOf(error) }, 'PostgreSQL connection lost');
  const pool = openPool(url, connectionLost, POOL_SIZE, config.storePatienceMs);
  const look = openLook(url, connectionLost, config.storePatienceMs);
  let hold: DatabaseHold | undefined;
  const close = async () => {
    await samples.value.close();
    await hold?.release();
    await look.end();
    await pool.end();
    await server.value?.stop();
  };
  try {
    // Before anything is changed: the other server may be of an older version.
    if (lost) hold = await holdDatabase(pool, { log, lost, shared: config.natsUrl !== undefined });
    await migrate(pool, samples.value, config, log);
  } catch (error) {
    await close();
    throw unreachable(error);
  }
  return {
    pool,
    look,
    db: openDb(pool),
    samples: samples.value,
    postgres: embedded ? 'embedded' : 'external',
    postgresRestarts: () => server.value?.restarts ?? 0,
    close,
  };
}

/** The error in words for the person who starts the server; most often an address is wrong. */
function unreachable(error: unknown): unknown {
  if (!(error instanceof AppError) || error.key !== 'storeUnavailable') return error;
  return new Error(`${error.values.store} cannot be reached: ${error.values.reason}`, { cause: error });
}

async function openSamples(config: Config, log: Logger): Promise<SamplesDb> {
  const { clickhouseUrl, clickhouseCluster: cluster, insertQuorum, storePatienceMs: patienceMs } = config;
  if (clickhouseUrl) return openRemoteSamplesDb(clickhouseUrl, { cluster, insertQuorum, patienceMs });
  const tell = (what: object, message: string) => log.error(what, message);
  return openEmbeddedSamplesDb(path.join(config.dataDir, 'clickhouse'), { fsync: config.fsync, tell });
}

async function migrate(pool: pg.Pool, samples: SamplesDb, config: Config, log: Logger): Promise<void> {
  await withMigrationLock(pool, async (client) => {
    await migratePostgres(client);
    await migrateClickhouse(samples, config.clickhouseCluster, (what, message) => log.info(what, message));
  });
}
