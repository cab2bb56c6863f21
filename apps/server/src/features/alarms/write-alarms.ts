import type { Platform } from '../../platform/platform.ts';
import { activeAlarm, type AlarmBook, type AlarmRecord } from './alarm-book.ts';
import { ALARM_COLUMNS, alarmsWithObjects, toAlarm } from './alarm-view.ts';
import { insertAlarms, insertPastAlarms, updateAlarms } from './alarms.queries.ts';
import type { PastAlarms } from './past-alarms.ts';

/** What happened longer ago than this is recorded without telling anybody. */
const ANNOUNCE_WITHIN_MS = 60 * 60_000;
/** Rows of one statement. */
const CHUNK = 2000;

/** Writes every changed record in batches, then announces those that concern the present. What failed is kept for the next call. */
export async function writeAlarms(platform: Platform, book: AlarmBook, past: PastAlarms): Promise<void> {
  await writePast(platform, book, past);
  await writeSightings(platform, book);
  // Recoveries first: a subject may have recovered and been raised again since the last write.
  const changed = [...book.changed].sort(
    (a, b) => Number(a.recoveredAt === null) - Number(b.recoveredAt === null),
  );
  for (let from = 0; from < changed.length; from += CHUNK) {
    const chunk = changed.slice(from, from + CHUNK);
    for (const record of chunk) book.changed.delete(record);
    try {
      await writeChunk(platform, chunk);
    } catch (error) {
      for (const record of chunk) book.changed.add(record);
      throw error;
    }
    await announce(platform, chunk);
  }
}

async function writeChunk(platform: Platform, chunk: readonly AlarmRecord[]): Promise<void> {
  const fresh = chunk.filter((record) => record.id === undefined);
  const known = chunk.filter((record) => record.id !== undefined);
  await updateAlarms(platform.db, known);
  await insertAlarms(
    platform.db,
    fresh.filter((record) => record.recoveredAt !== null),
  );
  await insertAlarms(
    platform.db,
    fresh.filter((record) => record.recoveredAt === null),
  );
}

async function writeSightings(platform: Platform, book: AlarmBook): Promise<void> {
  const sighted = [...book.sighted].filter((record) => record.id !== undefined && !book.changed.has(record));
  book.sighted.clear();
  for (let from = 0; from < sighted.length; from += CHUNK) {
    await updateAlarms(platform.db, sighted.slice(from, from + CHUNK));
  }
}

/** An alarm of the past that still stands is the one that stands, begun earlier; the others are rows of their own. */
async function writePast(platform: Platform, book: AlarmBook, past: PastAlarms): Promise<void> {
  const finished = past.finished.splice(0);
  const rows = finished.filter((record) => !continues(book, record));
  try {
    for (let from = 0; from < rows.length; from += CHUNK) {
      await insertPastAlarms(platform.db, rows.slice(from, from + CHUNK));
    }
  } catch (error) {
    past.finished.push(...rows);
    throw error;
  }
}

/** Longest silence between late data and what is known now that still counts as one alarm. */
const JOIN_MS = 30 * 60_000;

function continues(book: AlarmBook, record: AlarmRecord): boolean {
  const standing = activeAlarm(book, record.deviceId, record.code);
  if (!standing || record.recoveredAt === null || record.recoveredAt !== record.lastSeenAt) return false;
  if (standing.beganAt - record.lastSeenAt > JOIN_MS) return false;
  standing.beganAt = Math.min(standing.beganAt, record.beganAt);
  book.changed.add(standing);
  return true;
}

async function announce(platform: Platform, chunk: readonly AlarmRecord[]): Promise<void> {
  const since = platform.clock.now() - ANNOUNCE_WITHIN_MS;
  const told = chunk.filter(
    (record) =>
      record.id !== undefined && (record.announced || (record.recoveredAt ?? record.lastSeenAt) >= since),
  );
  if (told.length === 0) return;
  const ids = told.map((record) => record.id!);
  const rows = await alarmsWithObjects(platform.db)
    .select(ALARM_COLUMNS)
    .where('alarms.id', 'in', ids)
    .orderBy('alarms.id')
    .execute();
  for (const record of told) record.announced = true;
  for (const row of rows) platform.bus.publish('alarm', toAlarm(row));
}
