import type { AlarmRecord } from './alarm-book.ts';
import { forgetActive, loadAlarm } from './alarm-book.ts';
import { reviewDevice, type AlarmEngine } from './alarm-engine.ts';
import { readFaultWordsOfStore, readRecentAlarms } from './alarms.queries.ts';
import { forgetSilence } from './offline-watch.ts';

/**
 * Decides anew about devices of which samples were removed: takes their alarms and words as the stores have them now. Table `latest` must be
 * mended before.
 */
export async function forgetRemovedFaults(engine: AlarmEngine, deviceIds: readonly number[]): Promise<void> {
  const { db, samples, clock } = engine.platform;
  const ids = new Set(deviceIds);
  const words = await readFaultWordsOfStore(samples, deviceIds);
  const alarms: AlarmRecord[] = [];
  for await (const records of readRecentAlarms(db, clock.now(), deviceIds)) alarms.push(...records);
  forget(engine, ids);
  for (const record of alarms) loadAlarm(engine.book, record);
  for (const id of ids) {
    const known = words.get(id);
    if (known) engine.words.set(id, known);
    else engine.words.delete(id);
    if (engine.savedWords.has(id)) engine.unsavedWords.add(id);
    reviewDevice(engine, id);
  }
}

/** Takes everything of some devices out of memory, what is not written yet included. */
function forget({ book, past, watch }: AlarmEngine, ids: ReadonlySet<number>): void {
  const ofThese = ({ deviceId }: Pick<AlarmRecord, 'deviceId'>) => ids.has(deviceId);
  for (const [key, { record }] of book.recent) if (ofThese(record)) book.recent.delete(key);
  for (const records of [book.changed, book.sighted, book.toAnnounce]) {
    for (const record of records) if (ofThese(record)) records.delete(record);
  }
  for (const id of ids) {
    forgetActive(book, id);
    past.cursors.delete(id);
    forgetSilence(watch, id);
  }
  const kept = past.finished.filter((record) => !ofThese(record));
  past.finished.splice(0, past.finished.length, ...kept);
}
