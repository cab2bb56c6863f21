import { sql } from 'kysely';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { LATE_AFTER_MS } from '../ingest/block-store.ts';
import { readLateDays, readLeastProgress } from '../roll-up/progress.ts';

/** Times of samples, the first included, the last not; epoch milliseconds. */
export interface TimeSpan {
  from: number;
  to: number;
}

const DAY_MS = 86_400_000;
/** Other servers than the one that stored an import may still compute its roll-ups so long after its end. */
const AFTER_IMPORT_MS = 3_600_000;

/**
 * Lets a transaction wait while samples are dropped, and drop none until it ends. An import takes it before its first sample, so that it
 * is either seen by `readNeeded` or stores after the drop.
 */
export async function holdRetention(trx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('telemetry.retention'))`.execute(trx);
}

/** The same for as long as some work takes, with a connection and no transaction. */
export function whileRetentionIsHeld<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`SELECT pg_advisory_lock(hashtext('telemetry.retention'))`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtext('telemetry.retention'))`.execute(connection);
    }
  });
}

/**
 * Times whose samples are still needed, however old: roll-ups owe them, or an import brings them or is taken back. What PostgreSQL knows of
 * imports is read last, so that who holds the retention on this connection learns there that it still does.
 */
export async function readNeeded(db: Db, samples: SamplesDb, now: number): Promise<TimeSpan[]> {
  const progress = await readLeastProgress(db, samples);
  if (progress === undefined) return [{ from: -Infinity, to: Infinity }];
  const late = await readLateDays(samples, { progress, now });
  return [
    { from: progress - LATE_AFTER_MS - DAY_MS, to: Infinity },
    // A roll-up looks at the hours around what it computes.
    ...late.map(({ from, to }) => ({ from: from - DAY_MS, to: to + 2 * DAY_MS })),
    ...(await readImports(db, now)),
  ];
}

async function readImports(db: Db, now: number): Promise<TimeSpan[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['firstTime', 'lastTime'])
    .where((where) =>
      where.or([
        where('state', 'in', ['importing', 'undoing']),
        where('finishedAt', '>', new Date(now - AFTER_IMPORT_MS)),
        where('undoneAt', '>', new Date(now - AFTER_IMPORT_MS)),
      ]),
    )
    .execute();
  return rows.flatMap(({ firstTime, lastTime }) =>
    firstTime && lastTime ? [{ from: firstTime.getTime() - DAY_MS, to: lastTime.getTime() + DAY_MS }] : [],
  );
}
