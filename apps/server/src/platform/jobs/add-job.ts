import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';
import type { GatheringKind, JobKind, JobKinds } from './job-kinds.ts';

/**
 * Adds a job in the caller's transaction: it is done if the transaction commits, by whichever server takes it first, at least once.
 * `startAfter`: epoch milliseconds before which it is not begun; `delayMs`: as long after the call; absent: it is begun at the commit. `priority`: of jobs of one kind
 * whose time has come, those with the higher one are taken first.
 * The library documents inserts into its table as a way to add jobs; what a queue sets for its jobs is copied as the library does.
 */
export async function addJob<K extends JobKind>(
  trx: Db,
  kind: K,
  details: JobKinds[K],
  {
    startAfter,
    delayMs = 0,
    priority = 0,
  }: { startAfter?: number; delayMs?: number; priority?: number } = {},
): Promise<void> {
  const soon = sql<Date>`(now() + ${delayMs}::float8 * interval '1 ms')`;
  const start = startAfter === undefined ? soon : sql<Date>`${new Date(startAfter)}::timestamptz`;
  const { rows } = await sql<{ notified: number }>`
    WITH added AS (
      INSERT INTO jobs.job (name, data, priority, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds)
      SELECT name, ${JSON.stringify(details)}::jsonb, ${priority}::int, ${start}, ${start} + retention_seconds * interval '1 second',
        expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, heartbeat_seconds
      FROM jobs.queue WHERE name = ${kind}
      RETURNING start_after
    )
    SELECT CASE WHEN start_after <= now() THEN pg_notify(${NOTIFY_CHANNEL}, ${kind}) END AS notified FROM added
  `.execute(trx);
  if (rows.length !== 1) throw new Error(`No queue for jobs of kind ${kind}`);
}

/**
 * Adds a job of a kind that does whatever there is to do, unless one waits: however often somebody edits, one is done for all of it. What waits is
 * held until the caller's transaction ends, so that no server begins it before it sees what was written. `delayMs`: it begins so long afterwards, when the
 * servers have heard of what was written; one that waits for a shorter time than half of it does not count.
 */
export async function askForJob(
  trx: Db,
  kind: GatheringKind,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  const until = (share: number) => sql`now() + ${delayMs * share}::float8 * interval '1 ms'`;
  const isSoon = sql`start_after <= ${until(1)} AND (${delayMs}::float8 = 0 OR start_after >= ${until(0.5)})`;
  const { rows } = await sql`
    WITH waiting AS MATERIALIZED (
      SELECT id FROM jobs.job WHERE name = ${kind} AND state = 'created' AND ${isSoon} LIMIT 1 FOR SHARE SKIP LOCKED)
    SELECT pg_notify(${NOTIFY_CHANNEL}, ${kind}) FROM waiting`.execute(trx);
  if (rows.length === 0) await addJob(trx, kind, {}, { delayMs });
}

/** The channel the library listens on for the schema of our jobs: a digest of the schema's name. */
export const NOTIFY_CHANNEL = 'pgboss_54c379fa714714243ddb008a';
