import { sql } from 'kysely';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import type { Db } from '../../platform/postgres/client.ts';

const NO_ZONE = '22023';

/**
 * Throws AppError `invalidInput` for a zone that the runtime knows and the database does not: one station of such a zone would break the lists and
 * sums of all, which count with the local times of stations.
 */
export async function requireZone(db: Db, words: Words, timeZone: string): Promise<void> {
  const wrong = brokenRule(words, 'body.timeZone', 'timeZoneInvalid');
  // Short names such as CST are other zones to the one than to the other.
  if (!timeZone.includes('/') && timeZone !== 'UTC') throw wrong;
  try {
    await sql`SELECT now() AT TIME ZONE ${timeZone}`.execute(db);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_ZONE) throw error;
    throw wrong;
  }
}
