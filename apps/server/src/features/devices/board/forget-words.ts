import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';

/** Fewer words cost nobody anything, and looking through all devices costs the database half a second. */
const FEW_WORDS = 20_000;
/** Words that go in one statement. */
const AT_ONCE = 10_000;

const NAMED = sql`
  SELECT DISTINCT word.id FROM device_states,
    LATERAL (VALUES (listed_name), (listed_model), (listed_manufacturer), (listed_firmware)) AS word (id)`;

/**
 * Forgets words that no device is listed with any more: the job `devices.forgetWords`. Otherwise whoever lets devices say something else of themselves
 * again and again would fill the table and its index for good, through which everybody searches. A device that took a word up while it went is listed anew by the next job.
 */
export async function forgetWords(
  { db }: Pick<Platform, 'db'>,
  { few = FEW_WORDS, signal }: { few?: number; signal?: AbortSignal } = {},
): Promise<void> {
  await sql`
    SELECT list_devices(ARRAY(
      WITH gone AS MATERIALIZED (SELECT named.id FROM (${NAMED}) AS named
        WHERE named.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM listed_words WHERE listed_words.id = named.id))
      SELECT device_id FROM device_states WHERE EXISTS (SELECT 1 FROM gone)
         AND (listed_name IN (SELECT id FROM gone) OR listed_model IN (SELECT id FROM gone)
           OR listed_manufacturer IN (SELECT id FROM gone) OR listed_firmware IN (SELECT id FROM gone))))
     WHERE (SELECT count(*) FROM listed_words) >= ${few}`.execute(db);
  for (let gone = AT_ONCE; gone === AT_ONCE && !signal?.aborted;) {
    const { numAffectedRows } = await sql`
      DELETE FROM listed_words WHERE id = ANY(ARRAY(
        SELECT words.id FROM listed_words AS words WHERE NOT EXISTS (SELECT 1 FROM (${NAMED}) AS named WHERE named.id = words.id)
         LIMIT CASE WHEN (SELECT count(*) FROM listed_words) >= ${few} THEN ${AT_ONCE}::int ELSE 0 END))`.execute(
      db,
    );
    gone = Number(numAffectedRows);
  }
}
