import { createBreath } from '../../platform/breath.ts';
import type { Platform } from '../../platform/platform.ts';
import { MISTIMED_MS, type AlarmBook, type AlarmRecord } from './alarm-book.ts';
import { alarmColumns, alarmsWithObjects, toAlarm } from './alarm-view.ts';

/** Alarms that are older than this are recorded but not announced. */
const ANNOUNCE_WITHIN_MS = 60 * 60_000;
/** Alarms of one query: a statement takes 65,535 parameters, and between two queries others have their turn. */
const AT_ONCE = 2000;

/**
 * Announces the written alarms that concern the present. Those of a query that fails are kept for the next call, and the others
 * are announced all the same; then it throws what failed first.
 */
export async function announceAlarms(
  platform: Pick<Platform, 'db' | 'bus' | 'clock'>,
  { toAnnounce }: AlarmBook,
): Promise<void> {
  const waiting = [...toAnnounce];
  const failures: unknown[] = [];
  for (let from = 0; from < waiting.length; from += AT_ONCE) {
    const records = waiting.slice(from, from + AT_ONCE);
    try {
      await announceSome(platform, records);
      for (const record of records) toAnnounce.delete(record);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function announceSome(
  { db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>,
  records: readonly AlarmRecord[],
): Promise<void> {
  const now = clock.now();
  const told = records.filter((record) => record.row && (record.announced || isOfNow(record, now)));
  const ids = told.map(({ row }) => row!.id);
  const rows =
    ids.length === 0
      ? []
      : await alarmsWithObjects(db)
          .select(alarmColumns(now))
          .where('alarms.id', 'in', ids)
          .orderBy('alarms.id')
          .execute();
  for (const record of told) record.announced = true;
  const breathe = createBreath();
  for (const row of rows) {
    // Each goes to all pages that are open.
    await breathe();
    bus.publish('alarm', toAlarm(row));
  }
}

function isOfNow({ recoveredAt, lastSeenAt, mistimed }: AlarmRecord, now: number): boolean {
  return (recoveredAt ?? lastSeenAt) >= now - (mistimed ? MISTIMED_MS : ANNOUNCE_WITHIN_MS);
}
