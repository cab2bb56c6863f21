import type { AlarmRecord } from './alarm-book.ts';
import { forgetActive, loadAlarm } from './alarm-book.ts';
import { reviewDevice, type AlarmEngine } from './alarm-engine.ts';
import { readFaultWordsOfStore, readRecentAlarms } from './alarms.queries.ts';
import { forgetSilence } from './offline-watch.ts';

/**
 * Decides anew about devices of which samples were removed, or that another server decided over until now: takes their alarms and words as the
 * stores have them. Table `latest` must be right before.
 */
export async function takeStoredFaults(engine: AlarmEngine, deviceIds: readonly number[]): Promise<void> {
  const { db, samples, clock } = engine.platform;
  const ids = new Set(deviceIds);
  const words = await readFaultWordsOfStore(samples, deviceIds);
  const alarms: AlarmRecord[] = [];
  for await (const records of readRecentAlarms(db, clock.now(), deviceIds)) alarms.push(...records);
  forgetDevices(engine, ids);
  for (const record of alarms) loadAlarm(engine.book, record);
  for (const id of ids) {
    const known = words.get(id);
    if (known) engine.words.set(id, known);
    if (engine.savedWords.has(id)) engine.unsavedWords.add(id);
    reviewDevice(engine, id);
  }
}

/** Takes everything of some devices out of memory, what is not written yet included. */
export function forgetDevices(
  { book, past, watch, words }: Pick<AlarmEngine, 'book' | 'past' | 'watch' | 'words'>,
  ids: ReadonlySet<number>,
): void {
  if (ids.size === 0) return;
  const ofThese = ({ deviceId }: Pick<AlarmRecord, 'deviceId'>) => ids.has(deviceId);
  for (const [key, { record }] of book.recent) if (ofThese(record)) book.recent.delete(key);
  for (const records of [book.changed, book.sighted, book.toAnnounce]) {
    for (const record of records) if (ofThese(record)) records.delete(record);
  }
  for (const id of ids) {
    words.delete(id);
    forgetActive(book, id);
    past.cursors.delete(id);
    forgetSilence(watch, id);
  }
  // In its place: there may be hundreds of thousands, more than a call takes arguments.
  let kept = 0;
  for (const record of past.finished) if (!ofThese(record)) past.finished[kept++] = record;
  past.finished.length = kept;
}
