import { sql } from 'kysely';
import { systemActor } from '../../platform/actor.ts';
import { auditDenied } from '../../platform/audit.ts';
import { accountSubject } from '../../platform/people-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { countTries, holdSubjects, noteTry } from '../../platform/tries.ts';
import { missingDevices } from './missing-devices.ts';
import { MISSED } from './serial-guesses.ts';

interface Home {
  id: number;
  organisationId: number;
}

interface Named {
  /** Serial numbers that the station cannot have, as many as may be told. */
  named: string[];
  /** No more is told: of the numbers that the station does not have yet, some may be elsewhere or none. */
  silent: boolean;
}

const HOUR_MS = 3_600_000;

/**
 * Which serial numbers of a list a station cannot have. Whether a number belongs to somebody else is told as rarely as when single devices are
 * added, and written into the audit log; beyond that nothing is told of new numbers, also where all are free.
 */
export async function nameElsewhere(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { station, sns, userId }: { station: Home; sns: readonly string[]; userId: number | null },
): Promise<Named> {
  const elsewhere = await devicesElsewhere(db, station, sns);
  const subject = accountSubject(MISSED.what, userId);
  const now = clock.now();
  // Imports of the same person on several servers wait for each other here.
  const left = await db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [subject]);
    const hour = await countTries(trx, { subject, withinMs: HOUR_MS }, now);
    const day = await countTries(trx, { subject, withinMs: 24 * HOUR_MS }, now);
    const free = Math.max(0, Math.min(MISSED.anHour - hour, MISSED.aDay - day));
    for (let n = Math.min(free, elsewhere.length); n > 0; n -= 1) await noteTry(trx, [subject], now);
    return free;
  });
  const named = elsewhere.slice(0, left);
  const actor = { ...systemActor, kind: 'user' as const, userId, organisationId: station.organisationId };
  for (const sn of named) {
    const entry = { objectType: 'snTaken' as const, objectId: sn.slice(0, 64) };
    await auditDenied(db, { actor, address: null }, { action: 'denied.startImport', ...entry });
  }
  const hasNew = async () => (await missingDevices(db, station.id, sns)).length > 0;
  const silent = elsewhere.length > left || (left === 0 && (await hasNew()));
  return { named, silent };
}

/**
 * Serial numbers that a station cannot have by their name alone: bound to another one, reporting for another organisation, or with a
 * secret and of nobody, so that a claim code is needed.
 */
export async function devicesElsewhere(db: Db, station: Home, sns: readonly string[]): Promise<string[]> {
  if (sns.length === 0) return [];
  const rows = await db
    .selectFrom('devices')
    .select(['sn', 'stationId', 'organisationId', 'secretHash'])
    .where('sn', '=', sql<string>`ANY(${[...sns]})`)
    .execute();
  return rows
    .filter(({ stationId, organisationId, secretHash }) => {
      if (stationId !== null) return stationId !== station.id;
      return organisationId === null ? secretHash !== null : organisationId !== station.organisationId;
    })
    .map(({ sn }) => sn);
}
