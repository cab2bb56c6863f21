import type { Platform } from '../../platform/platform.ts';
import type { AlarmBook } from './alarm-book.ts';
import { ALARM_COLUMNS, alarmsWithObjects, toAlarm } from './alarm-view.ts';

/** What happened longer ago than this is recorded without telling anybody. */
const ANNOUNCE_WITHIN_MS = 60 * 60_000;

/** Announces what was written and concerns the present. What could not be read is kept for the next call. */
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
