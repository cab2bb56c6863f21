import type { Platform } from '../../platform/platform.ts';
import type { AlarmBook } from './alarm-book.ts';
import { ALARM_COLUMNS, alarmsWithObjects, toAlarm } from './alarm-view.ts';

/** Alarms that are older than this are recorded but not announced. */
const ANNOUNCE_WITHIN_MS = 60 * 60_000;

/** Announces the written alarms that concern the present. If they cannot be read they are kept for the next call. */
export async function announceAlarms(platform: Platform, { toAnnounce }: AlarmBook): Promise<void> {
  const since = platform.clock.now() - ANNOUNCE_WITHIN_MS;
  const records = [...toAnnounce];
  const told = records.filter(
    (record) => record.row && (record.announced || (record.recoveredAt ?? record.lastSeenAt) >= since),
  );
  const rows =
    told.length === 0
      ? []
      : await alarmsWithObjects(platform.db)
          .select(ALARM_COLUMNS)
          .where(
            'alarms.id',
            'in',
            told.map(({ row }) => row!.id),
          )
          .orderBy('alarms.id')
          .execute();
  for (const record of records) toAnnounce.delete(record);
  for (const record of told) record.announced = true;
  for (const row of rows) platform.bus.publish('alarm', toAlarm(row));
}
