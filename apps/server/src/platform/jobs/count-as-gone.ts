import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';

/**
 * Lets the next pass of the library take every job that is under way for one whose server is gone, instead of waiting for its heartbeat to
 * grow old. Answers whether there is one.
 */
export async function countAsGone(db: Db): Promise<boolean> {
  const { rows } = await sql`
    WITH gone AS (
      UPDATE jobs.job SET heartbeat_on = now() - heartbeat_seconds * interval '2 seconds'
      WHERE state = 'active' AND heartbeat_seconds IS NOT NULL RETURNING name
    )
    UPDATE jobs.queue SET monitor_on = NULL, monitor_claim_on = NULL WHERE name IN (SELECT name FROM gone) RETURNING name`.execute(
    db,
  );
  return rows.length > 0;
}
