import { sql } from 'kysely';
import type { Db } from '../postgres/client.ts';
import type { JobKind } from './job-kinds.ts';

/** Priority of a job about a station: whoever has many of a kind waiting waits behind those who have few. */
export async function turnOfStation(trx: Db, kind: JobKind, stationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM jobs.job JOIN stations AS other ON other.id = (job.data->>'stationId')::bigint
     WHERE job.name = ${kind} AND job.state IN ('created', 'retry')
       AND other.organisation_id = (SELECT organisation_id FROM stations WHERE id = ${stationId})`.execute(
    trx,
  );
  return 0 - (rows[0]?.count ?? 0);
}
