import { sql } from 'kysely';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import type { Db } from '../../platform/postgres/client.ts';

const NO_ZONE = '22023';

/**
 * A zone in its own spelling: each spelling of "europe/BERLIN" would be kept apart by whatever remembers zones. Undefined for one that the runtime knows
 * and the database does not, because whoever reads the database by other means counts there.
 */
export async function knownZone(db: Db, timeZone: string): Promise<string | undefined> {
  const id = zoneId(timeZone);
  return id !== undefined && (await areZones(db, [id])) ? id : undefined;
}

/** Those of many zones that `knownZone` does not know. However each is spelt, the database is asked once where it knows all. */
export async function unknownZones(db: Db, timeZones: Iterable<string>): Promise<Set<string>> {
  const ids = new Map([...new Set(timeZones)].map((zone) => [zone, zoneId(zone)]));
  const asked = [...new Set([...ids.values()].flatMap((id) => id ?? []))];
  const known = new Set<string>();
  if (await areZones(db, asked)) for (const id of asked) known.add(id);
  else for (const id of asked) if (await areZones(db, [id])) known.add(id);
  return new Set([...ids].flatMap(([zone, id]) => (id !== undefined && known.has(id) ? [] : [zone])));
}

/** As the runtime spells it; there are about six hundred. */
function zoneId(timeZone: string): string | undefined {
  // Short names such as CST are other zones to the runtime than to the database.
  if (!timeZone.includes('/') && timeZone.toUpperCase() !== 'UTC') return undefined;
  return clockOf(timeZone);
}

/** Whether the runtime can tell the time there. */
export const isClock = (timeZone: string): boolean => clockOf(timeZone) !== undefined;

function clockOf(timeZone: string): string | undefined {
  try {
    return new Temporal.ZonedDateTime(0n, timeZone).timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}

/** Whether the database knows all of them. */
async function areZones(db: Db, ids: readonly string[]): Promise<boolean> {
  try {
    await sql`SELECT now() AT TIME ZONE zone FROM unnest(${ids}::text[]) AS zone`.execute(db);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_ZONE) throw error;
    return false;
  }
}

/** The zone in its own spelling. Throws AppError `invalidInput` for one that is none. */
export async function requireZone(db: Db, words: Words, timeZone: string): Promise<string> {
  const known = await knownZone(db, timeZone);
  if (known === undefined) throw brokenRule(words, 'body.timeZone', 'timeZoneInvalid');
  return known;
}
