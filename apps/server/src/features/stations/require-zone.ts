import { sql } from 'kysely';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import type { Db } from '../../platform/postgres/client.ts';

const NO_ZONE = '22023';

/**
 * The zone in its own spelling: each spelling of "europe/BERLIN" would be kept apart by whatever remembers zones. Throws AppError `invalidInput`
 * for one that the runtime knows and the database does not, because whoever reads the database by other means counts there.
 */
export async function requireZone(db: Db, words: Words, timeZone: string): Promise<string> {
  const wrong = brokenRule(words, 'body.timeZone', 'timeZoneInvalid');
  // Short names such as CST are other zones to the one than to the other.
  if (!timeZone.includes('/') && timeZone.toUpperCase() !== 'UTC') throw wrong;
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, timeZone);
    await sql`SELECT now() AT TIME ZONE ${timeZoneId}`.execute(db);
    return timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError) && (error as { code?: unknown }).code !== NO_ZONE) throw error;
    throw wrong;
  }
}
