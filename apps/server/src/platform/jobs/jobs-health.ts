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

async function readTroubles(db: Db): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    SELECT job.name AS kind,
      count(*) FILTER (WHERE state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      (array_agg(COALESCE(output->>'message', output->'value'->>'message', output::text)
        ORDER BY COALESCE(completed_on, started_on) DESC))[1] AS error
    FROM jobs.job LEFT JOIN LATERAL (
      SELECT max(good.completed_on) AS at FROM jobs.job AS good
      WHERE good.name = job.name AND good.state = 'completed') AS last ON true
    WHERE state = 'retry' OR (state = 'failed' AND completed_on > COALESCE(last.at, '-infinity'))
    GROUP BY job.name ORDER BY job.name`.execute(db);
  return rows;
}
