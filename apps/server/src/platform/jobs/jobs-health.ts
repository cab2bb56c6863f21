import type { HealthPart } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';
import { within } from '../within.ts';

/** People may keep all connections busy: what is said of PostgreSQL itself does not wait for that. */
const PATIENCE_MS = 2000;

interface Trouble {
  kind: string;
  /** Jobs that wait for another try. */
  retrying: number;
  /** Jobs that were given up since the last one of their kind that went well. */
  failed: number;
  error: string | null;
}

/** Kinds whose newest jobs went wrong, on whichever server, with the last error of each. */
export async function jobsHealth(db: Db): Promise<Omit<HealthPart, 'name'>> {
  const rows = await within(PATIENCE_MS, readTroubles(db));
  if (rows.length === 0) return { state: 'ok', detail: {} };
  const detail = Object.fromEntries(
    rows.map(({ kind, retrying, failed, error }) => [
      kind,
      `${failed} failed, ${retrying} tried again: ${(error ?? '').slice(0, 200)}`,
    ]),
  );
  return { state: 'degraded', detail };
}

/**
 * What went wrong is picked first and compared with the last good one of its kind: asked for each job, a table of some ten thousand took minutes. Nobody waits
 * longer than the patience, and a look that nobody waits for would keep a connection from people, one for each report.
 */
function readTroubles(db: Db): Promise<Trouble[]> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL statement_timeout = ${sql.lit(PATIENCE_MS)}`.execute(trx);
    const { rows } = await sql<Trouble>`
      WITH wrong AS MATERIALIZED (
        SELECT name, state, started_on, completed_on, output FROM jobs.job WHERE state IN ('retry', 'failed')
      ), good AS MATERIALIZED (
        SELECT name, max(completed_on) AS at FROM jobs.job
         WHERE state = 'completed' AND name IN (SELECT name FROM wrong) GROUP BY name
      )
      SELECT wrong.name AS kind,
        count(*) FILTER (WHERE state = 'retry')::int AS retrying,
        count(*) FILTER (WHERE state = 'failed')::int AS failed,
        (array_agg(COALESCE(output->>'message', output->'value'->>'message', output::text)
          ORDER BY COALESCE(completed_on, started_on) DESC))[1] AS error
      FROM wrong LEFT JOIN good ON good.name = wrong.name
      WHERE state = 'retry' OR completed_on > COALESCE(good.at, '-infinity')
      GROUP BY wrong.name ORDER BY wrong.name`.execute(trx);
    return rows;
  });
}
