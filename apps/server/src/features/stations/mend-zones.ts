import { sql, type Transaction } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { auditRow } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { askRecut } from './ask-recut.ts';
import { isClock } from './require-zone.ts';
import { zoneOfPlace } from './zone-of-place.ts';

/** Stations of one transaction. */
const AT_ONCE = 500;
const AUTHOR = { actor: systemActor, address: null };

/**
 * Gives stations without a zone, or with one that has no clock (rows that were written by other means), that of their place, as a new station has it:
 * no day of theirs has a beginning, and whatever reads all stations would fail with them. The log of each says what stood there.
 */
export async function mendZones({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): Promise<void> {
  const named = await db.selectFrom('stations').select('timeZone').distinct().execute();
  const unknown = named.map(({ timeZone }) => timeZone).filter((timeZone) => !isClock(timeZone));
  if (unknown.length === 0) return;
  let mended = 0;
  for (let some = AT_ONCE; some === AT_ONCE; mended += some)
    some = await db.transaction().execute((trx) => mendSome(trx, unknown, clock.now()));
  log.warn(
    { zones: unknown, stations: mended },
    'stations had no known time zone, and have that of their place',
  );
}

async function mendSome(trx: Transaction<Tables>, unknown: readonly string[], now: number): Promise<number> {
  const stations = await trx
    .selectFrom('stations')
    .select(['id', 'timeZone', 'latitude', 'longitude'])
    .where('timeZone', '=', sql<string>`ANY(${[...unknown]}::text[])`)
    .orderBy('id')
    .limit(AT_ONCE)
    .forUpdate()
    .execute();
  for (const { id, timeZone: before, ...place } of stations) {
    const timeZone = zoneOfPlace(place);
    await trx
      .updateTable('stations')
      .set((eb) => ({ timeZone, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const entry = { action: 'stations.edit', objectType: 'station', objectId: id, stationId: id } as const;
    await trx
      .insertInto('auditLog')
      .values(auditRow(AUTHOR, { ...entry, before: { timeZone: before }, after: { timeZone } }))
      .execute();
    await askRecut(trx, { stationId: id }, now);
  }
  if (stations.length > 0) await announceChange(trx, { stations: stations.map(({ id }) => id) });
  return stations.length;
}
