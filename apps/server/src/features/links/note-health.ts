import { sql } from 'kysely';
import type { LinkTrouble } from '../../platform/ingest.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Counts begin anew after it. */
const DAY_MS = 24 * 3_600_000;

interface Noted {
  now: number;
  reconnects?: number;
  trouble?: LinkTrouble;
}

/** Adds to what went wrong on the connections of a logger. The last error stays, also where the counts begin anew. */
export async function noteHealth(
  db: Db,
  loggerId: number,
  { now, reconnects = 0, trouble }: Noted,
): Promise<void> {
  const refused = trouble?.refused ?? 0;
  const error = trouble?.error ?? null;
  const at = trouble ? new Date(trouble.at) : null;
  const since = new Date(now);
  const old = new Date(now - DAY_MS);
  await sql`
    INSERT INTO logger_link_health AS kept (device_id, since, reconnects, refused, last_error, last_error_at)
    SELECT id, ${since}, ${reconnects}::int, ${refused}::int, ${error}, ${at} FROM devices WHERE id = ${loggerId}
    ON CONFLICT (device_id) DO UPDATE SET
      since = CASE WHEN kept.since > ${old} THEN kept.since ELSE excluded.since END,
      reconnects = CASE WHEN kept.since > ${old} THEN kept.reconnects ELSE 0 END + excluded.reconnects,
      refused = CASE WHEN kept.since > ${old} THEN kept.refused ELSE 0 END + excluded.refused,
      last_error = coalesce(excluded.last_error, kept.last_error),
      last_error_at = coalesce(excluded.last_error_at, kept.last_error_at)`.execute(db);
}
