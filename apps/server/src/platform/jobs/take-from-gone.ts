import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';

/**
 * Lets every job that is under way for a server that is gone begin again at once: `supervise`, a pass of the library, takes it from that server
 * as if its heartbeat had grown old, and the wait after a failed try is left out, because nothing failed.
 */
export async function takeFromGone(db: Db, supervise: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    WITH gone AS (
      UPDATE jobs.job SET heartbeat_on = now() - heartbeat_seconds * interval '2 seconds'
      WHERE state = 'active' AND heartbeat_seconds IS NOT NULL RETURNING id, name
    ), watched AS (
      UPDATE jobs.queue SET monitor_on = NULL, monitor_claim_on = NULL WHERE name IN (SELECT name FROM gone)
    )
    SELECT id FROM gone`.execute(db);
  if (rows.length === 0) return;
  await supervise();
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE jobs.job SET start_after = now() WHERE id = ANY(${ids}::uuid[]) AND state = 'retry'`.execute(
    db,
  );
}
