import { sql } from 'kysely';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import type { Db } from '../../platform/postgres/client.ts';

const NO_ZONE = '22023';

/**
 * A zone in its own spelling: each spelling of "europe/BERLIN" would be kept apart by whatever remembers zones. Undefined for one that the runtime knows
 * and the database does not, because whoever reads the database by other means counts there.
 */
export async function knownZone(db: Db, timeZone: string): Promise<string | undefined> {
  // Short names such as CST are other zones to the one than to the other.
  if (!timeZone.includes('/') && timeZone.toUpperCase() !== 'UTC') return undefined;
  try {
    const { timeZoneId } = new Temporal.ZonedDateTime(0n, timeZone);
    await sql`SELECT now() AT TIME ZONE ${timeZoneId}`.execute(db);
    return timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError) && (error as { code?: unknown }).code !== NO_ZONE) throw error;
    return undefined;
  }
}

/** The zone in its own spelling. Throws AppError `invalidInput` for one that is none. */
export async function requireZone(db: Db, words: Words, timeZone: string): Promise<string> {
  const known = await knownZone(db, timeZone);
  if (known === undefined) throw brokenRule(words, 'body.timeZone', 'timeZoneInvalid');
  return known;
}
